/* events: the events of a run and its findings in words. */
#ifndef CLI_EVENTS_H
#define CLI_EVENTS_H

#include "base/text.h"
#include "exec/executor.h"
#include "report/json.h"
#include "sched/sched.h"

/* "counter.c:12", or "" where no place is known. */
void events_place(struct executor *x, uint32_t site, struct text *out);
void events_thread(struct executor *x, unsigned thread, struct text *out);
/* "read total -> 0" */
void events_what(struct executor *x, const struct event *e, struct text *out);
/* One line for each event that a person wants to see; `marks` are two events
 * to point at (UINT32_MAX: none). */
void events_print(struct executor *x, const struct event *events,
                  uint32_t count, const uint32_t marks[2], struct text *out);
void events_json(struct executor *x, const struct event *events, uint32_t count,
                 struct json *j);

/* The finding and its evidence: who holds and waits in a deadlock, both
 * accesses of a race. */
void events_finding(struct executor *x, const struct sched_finding *f,
                    struct text *out);
/* "assertion failed", "deadlock" ... with the message, on one line. */
void events_headline(struct executor *x, const struct sched_finding *f,
                     struct text *out);

#endif
