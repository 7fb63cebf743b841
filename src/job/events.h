/* events: the events of a run for machines and debuggers; for people see
 * telling.h. */
#ifndef JOB_EVENTS_H
#define JOB_EVENTS_H

#include "base/text.h"
#include "exec/executor.h"
#include "report/json.h"
#include "sched/sched.h"

/* "counter.c:12", or "" where no place is known. */
void events_place(struct executor *x, uint32_t site, struct text *out);
void events_thread(struct executor *x, unsigned thread, struct text *out);
/* "read total -> 0" */
void events_what(struct executor *x, const struct event *e, struct text *out);
void events_json(struct executor *x, const struct event *events, uint32_t count,
                 struct json *j);

/* "assertion failed", "deadlock" ... with the message, on one line. */
void events_headline(struct executor *x, const struct sched_finding *f,
                     struct text *out);

#endif
