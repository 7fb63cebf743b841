/* watch: whether a tested process still makes steps.
 *
 *     struct process_watch w = {0};
 *     watch_look(&w, wire, pid);            every 50 milliseconds or so
 *     watch_judge(&w, seconds)              what it has been at since
 *
 * A process without steps spins when it burns time, and is blocked in a call
 * when it sleeps.  On a busy machine one that burns time may get little of
 * it, but it does not sleep: so spinning is measured in time of the CPU, being
 * blocked by the clock. */
#ifndef EXEC_WATCH_H
#define EXEC_WATCH_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "rt/wire.h"

struct process_watch {
  uint32_t begun, steps, done, waits; /* as last seen */
  double wall, cpu;            /* when they changed */
  double now_wall, now_cpu;    /* when it was last looked at */
  unsigned looks, ran;         /* since, and how often it was seen to run */
};

enum watched { WATCH_MOVES, WATCH_SPINS, WATCH_BLOCKED };

void watch_look(struct process_watch *w, const struct wire *wire, pid_t pid);
/* Without a step for so many seconds of the CPU, or asleep for as many of the
 * clock. */
enum watched watch_judge(const struct process_watch *w, double spins,
                         double blocked);

#endif
