/* record: the recording of a finding (exec/tape.h): its schedule, what it ran
 * on, and what is needed to say one day what has changed since. */
#ifndef JOB_RECORD_H
#define JOB_RECORD_H

#include "job/target.h"
#include "sched/minimise.h"
#include "sched/sched.h"

/* The finding's events and choices are those of one run; `unlike` is how the
 * run ended that an OUTPUT differs from, `decisive` the verified switch or
 * NULL. */
void record_text(const struct target *t, const struct plan_input *inputs,
                 size_t inputs_len, uint64_t unlike,
                 const struct sched_finding *f,
                 const struct minimise_switch *decisive, struct text *out);

#endif
