/* stages: how minimise.h comes to a smaller run.  Each takes the best so far
 * and replaces it by what it finds that is better. */
#ifndef SCHED_MINIMISE_STAGES_H
#define SCHED_MINIMISE_STAGES_H

#include "sched/minimise/trial.h"

/* Measures a schedule (PLAN_SKIP: any sequence of choices), reduced to the
 * past of the failure it shows; true when it is better than the best, which
 * it then is. */
bool stage_try(struct trial *t, struct reduced *best, const struct schedule *s);

/* After the first run of a failure: who matters in it (t->core). */
void core_find(struct trial *t);
/* The same order of dependent steps with fewer switches. */
void stage_straighten(struct trial *t, struct reduced *best);
/* Of a run that reaches the bound on steps and goes round: the way there and
 * the round, from these choices or fewer of them.  False: it does not. */
bool cycle_find(struct trial *t, const choice *c, size_t len,
                struct reduced *best);
/* A shorter way to a shorter round. */
void stage_cycle(struct trial *t, struct reduced *best);
/* Blocks of steps left out or moved. */
void stage_shrink(struct trial *t, struct reduced *best);
/* Schedules with few preemptions, from the fewest on.  True when there is
 * none with fewer than the best has. */
bool stage_search(struct trial *t, struct reduced *best);
/* Alternatives and inputs towards 0. */
void stage_inputs(struct trial *t, struct reduced *best);
/* Which switch decided it. */
void stage_decide(struct trial *t, const struct reduced *best,
                  struct minimised *m);

/* Which events of a finding have a part in it, seen from the other run of the
 * decisive switch; all of them when there is none. */
void relevance_mark(uint8_t *marks, const struct sched_finding *f,
                    const struct minimise_switch *d);

#endif
