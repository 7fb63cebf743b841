/* looking: whether runs show the failure of a finding (sched/failure.h). */
#ifndef TESTS_PROGRAMS_LOOKING_H
#define TESTS_PROGRAMS_LOOKING_H

#include "sched/datarace.h"
#include "sched/failure.h"
#include "sched/sched.h"

struct looking {
  struct failure wanted;
  struct datarace *races;
  bool seen;
};

/* What a finding is, from the run as it was found. */
bool looking_know(struct executor *x, struct looking *l,
                  const struct sched_finding *f);
/* Runs choices; whether the failure shows. */
bool looking_shows(struct executor *x, struct looking *l, const choice *c,
                   uint32_t len, unsigned flags);
/* The same for a run of a batch; `user` is the struct looking (sched.h,
 * watch). */
void looking_watch(void *user, const struct batch *b, uint32_t i);

#endif
