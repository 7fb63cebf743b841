/* backstop: a command ends when it must, whatever it is doing.
 *
 *     backstop_install();              first thing in main
 *     backstop_budget(seconds);        --budget: it begins now
 *     backstop_asking(seconds, search) the same, and its end is a signal
 *     ... *backstop_stop() ...         a signal came: end with what you have
 *
 * SIGINT, SIGTERM and SIGHUP ask a command to end; it looks at the flag now
 * and then (base/progress.h, job/budget.h), and then says what it has.  One
 * that has not ended a moment later, or a moment after its budget, is ended
 * here: temporary files and processes go, a line says so, exit code 3.  The
 * moment is 0.9 s, of which what the machine gave to others is taken off, up
 * to five seconds: on a busy machine a result that is late is better than
 * none.  A second signal ends it at once, by that signal. */
#ifndef CLI_BACKSTOP_H
#define CLI_BACKSTOP_H

#include <signal.h>
#include <stdbool.h>

#include "job/budget.h"

void backstop_install(void);
struct budget backstop_budget(double seconds);
/* The same for a command that looks at no clock but obeys signals: it is asked
 * to end in time, and after `search` seconds (0: no limit). */
struct budget backstop_asking(double seconds, double search);
/* It was a signal that has set it. */
bool backstop_signalled(void);
/* The command has ended its work and writes down what it has, which may be
 * large: from now on it has some seconds for that. */
void backstop_writes(void);
const volatile sig_atomic_t *backstop_stop(void);
/* What is removed when the command is ended here. */
struct scratch *backstop_scratch(void);

#endif
