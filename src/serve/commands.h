/* commands: which of them a job may be, and with which options.
 *
 * An option that names a file is in no row: a job reads what it is given as
 * files, within the folder, and writes nothing there. */
#ifndef SERVE_COMMANDS_H
#define SERVE_COMMANDS_H

#include "serve/body.h"
#include "serve/jobs.h"

/* {"command": "check", "files": ["ring.hed"], "options": {"jobs": 1}} as
 * words; false: *status and `why` say what is wrong with it. */
bool command_line(const struct body *b, int folder, struct job_line *out,
                  unsigned *status, struct text *why);

#endif
