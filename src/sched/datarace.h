/* datarace: plain accesses that nothing orders.
 *
 * Two accesses of overlapping bytes by different threads, at least one a
 * write, at least one of them plain (not atomic), and neither happens
 * before the other by program order, thread creation and join, locks,
 * semaphores, conditions, barriers, and atomics: an atomic read is after
 * every earlier atomic write of its bytes.  Plain accesses order nothing
 * (doc/semantics.md).  All races of the run that are next to each other are
 * reported, in pairs of events. */
#ifndef SCHED_DATARACE_H
#define SCHED_DATARACE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "exec/event.h"

struct datarace_pair {
  uint32_t first, second; /* events of the run */
};

#define DATARACE_GAVE_UP SIZE_MAX

struct datarace *datarace_new(void);
/* Asked now and then in long runs; datarace_find then says GAVE_UP. */
void datarace_ask(struct datarace *d, bool (*give_up)(void *user), void *user);
void datarace_free(struct datarace *d);
/* How many races the run has. */
size_t datarace_find(struct datarace *d, const struct event *events,
                     size_t count);
struct datarace_pair datarace_at(const struct datarace *d, size_t i);

#endif
