#include "sched/digests.h"

#include "base/alloc.h"
#include "base/sound.h"
#include "sched/datarace.h"
#include "sched/strategy.h"

/* What workers have found out of runs that have not been taken in. */
struct sched_digests {
  struct datarace *races[WORKERS_MAX];
  uint64_t longest;        /* steps of the longest run that was taken in */
  bool none[EXTENDED_MAX]; /* by plan of the batch */
};

void digests_open(struct sched *s) {
  s->digests = alloc_zero(1, sizeof *s->digests);
}

void digests_close(struct sched *s) {
  for (unsigned i = 0; s->digests && i < WORKERS_MAX; i++)
    datarace_free(s->digests->races[i]);
  free(s->digests);
}

/* A worker looks for data races in a run; true: there are none, as in most.
 * Then it need not be looked at again. */
static bool has_none(struct sched *s, unsigned worker, const struct batch *b,
                     uint32_t i, uint32_t plan) {
  EXPECTS(worker < WORKERS_MAX && i < b->done);
  struct datarace **own = &s->digests->races[worker];
  const struct run *r = &b->runs[i];
  if (!*own) {
    *own = datarace_new();
    datarace_ask(*own, s->options.give_up, s->options.give_up_user);
  }
  s->digests->none[plan] =
      !datarace_find(*own, b->events + r->events, r->events_len);
  return s->digests->none[plan];
}

/* Whether there is nothing in a run beside races, and what it teaches, for
 * which its events would be looked at (take_in in sched.c). */
static bool is_unremarkable(const struct sched *s, const struct run *r) {
  const struct sched_options *o = &s->options;
  const struct sched_options *part = &s->parts[s->acting].options;
  uint64_t longest = __atomic_load_n(&s->digests->longest, __ATOMIC_RELAXED);
  return r->end == RUN_COMPLETE && !r->finding && !r->violates && longest &&
         r->steps <= longest && !s->contacts && !o->watch && !o->same_output &&
         !o->constraints && part->preemptions == SCHED_UNBOUNDED &&
         part->delays == SCHED_UNBOUNDED;
}

bool digests_digest(void *user, unsigned worker, const struct batch *b,
                    uint32_t i, uint32_t plan) {
  struct sched *s = user;
  EXPECTS(s->acting < s->parts_len);
  struct sched_part *p = &s->parts[s->acting];
  bool none =
      s->digests && plan < EXTENDED_MAX && has_none(s, worker, b, i, plan);
  bool taught =
      p->strategy->digest && p->strategy->digest(p->self, worker, b, i, plan);
  return none && taught && is_unremarkable(s, &b->runs[i]);
}

/* Workers may know of it later: then they keep events that nobody needs. */
void digests_longest(struct sched *s) {
  if (s->digests)
    __atomic_store_n(&s->digests->longest, s->stats.longest, __ATOMIC_RELAXED);
}

size_t digests_find_races(struct sched *s, const struct batch *b, uint32_t i) {
  EXPECTS(i < b->done);
  const struct run *r = &b->runs[i];
  if (s->options.no_races)
    return sched_overlaid(s, b, r) ? 0 : DATARACE_GAVE_UP;
  bool *none = s->digests && i < EXTENDED_MAX ? &s->digests->none[i] : NULL;
  if (none && *none)
    return *none = false, 0;
  return datarace_find(s->races, b->events + r->events, r->events_len);
}
