/* reduce: the runs of the findings of a search made small, for `heddle test`. */
#ifndef JOB_REDUCE_H
#define JOB_REDUCE_H

#include "job/target.h"
#include "report/json.h"
#include "sched/minimise.h"

struct reductions {
  struct minimised *at; /* one for each of the first findings, in order */
  size_t len;
};

/* Minimises the first findings of the search within the seconds, which they
 * share; 0: none. */
void reduce_findings(struct reductions *r, struct target *t, struct sched *s,
                     double seconds);
void reduce_free(struct reductions *r);

/* "14 of 213 events, 1 preemption (there is no run with fewer) ..." */
void reduce_text(const struct minimised *m, struct text *out);
void reduce_json(const struct minimised *m, const struct sched_finding *f,
                 struct json *j);

#endif
