/* strategy: which plans to run next, and what a run teaches.
 *
 * The loop (sched.h) owns the executor, limits, counts and findings; a
 * strategy proposes plans and learns from their runs, so each method is one
 * file and one row.
 *
 * Contract: propose adds at least one plan or returns false, meaning that
 * nothing is left (or, asked to give up, returns true without a plan, and is
 * called again later); learn sees every plan once, in order, before the next
 * propose (extend adds plans earlier, so that those who run them need not wait
 * for those who learn); same options and same runs, same plans; what was saved
 * and loaded proposes and learns what the original would have. */
#ifndef SCHED_STRATEGY_H
#define SCHED_STRATEGY_H

#include "exec/executor.h"
#include "sched/sched.h"

struct text;
struct tree;
struct unpack;

/* Plans of a batch that was extended; and of these, those that were not learned
 * yet. */
enum { EXTENDED_MAX = 1 << 14, UNLEARNED_MAX = 512 };

struct sched_strategy {
  const char *name;    /* as the user writes it: --strategy=optimal */
  const char *summary; /* one line for --help */
  /* It ends, and then findings of these kinds (1u << FOUND_...) were found if
   * there are any.  0: it does not end. */
  unsigned preserves;
  bool bounded;        /* still so with a bound on preemptions or delays */
  bool awaits;         /* its runs may be PLAN_AWAIT (exec/executor.h) */
  bool exact;          /* then it runs every trace once and nothing else */
  bool repeats;        /* it may run a trace again, and does not tell */
  bool local;          /* it covers what every thread can see and do, races
                          and deadlocks, but need not run every trace */
  bool breaks;         /* when it gives up, it cannot go on later */
  bool states;         /* what is covered is every state, not every trace */
  bool narrow;         /* it tells no more threads apart than a word has bits */
  bool samples;        /* it draws schedules: options.contacts is there */
  /* Of a row that is made of others: chooses them (sched_add_part), and says
   * whose turn it is, by what was run and no clock.  The search then is over
   * when one of them that covers everything is; the members below are NULL. */
  void (*choose)(struct sched *s);
  uint32_t (*turn)(const struct sched *s);
  void *(*open)(const struct sched_options *);
  bool (*propose)(void *self, struct batch *b);
  /* More plans behind those of the batch, of which learn has seen only some;
   * none is no shame.  By what was learned alone, as propose; no more than
   * EXTENDED_MAX in all.  False: asked to give up it did, and nothing has
   * changed.  NULL: the next plans wait until all of a batch are learned. */
  bool (*extend)(void *self, struct batch *b);
  /* Plans behind the first of the first batch were foreseen (exec/executor.h),
   * and all were run; comes before learn sees any of them.  False with *error
   * set: they are not what they should be.  NULL: none are to be. */
  bool (*foreseen)(void *self, const struct batch *b, const char **error);
  /* What can be said of a run by itself; or NULL.  Comes before learn or not at
   * all, and from several threads (executor.h, digest).  True: learn needs no
   * events of it. */
  bool (*digest)(void *self, unsigned worker, const struct batch *b, uint32_t i,
                 uint32_t plan);
  /* The run of plan i.  `left_out`: beyond a bound, not to be followed.
   * False with *error set: what is tested is not deterministic.  False
   * without: it gave up, and nothing has changed (or it `breaks`). */
  bool (*learn)(void *self, const struct batch *b, uint32_t i, bool left_out,
                const char **error);
  /* Its tree, of which parts may be searched elsewhere (tree_part.h); NULL: it
   * cannot be divided. */
  struct tree *(*tree)(void *self);
  /* How many runs there will have been in all; NULL: nobody can tell. */
  void (*estimate)(const void *self, struct sched_estimate *out);
  /* Its own figures, for reports; or NULL. */
  void (*figures)(const void *self, struct sched_stats *out);
  /* To a file and, just opened, back; false: it is damaged. */
  void (*save)(const void *self, struct text *out);
  bool (*load)(void *self, struct unpack *in);
  uint64_t (*bytes)(const void *self);
  /* What learning took, in steps of a run; NULL: less than the runs. */
  uint64_t (*work)(const void *self);
  void (*close)(void *self);
};

/* What a strategy says of runs that do not take the steps of their prefix: what
 * is tested is not deterministic. */
extern const char sched_diverged[];

#define PRESERVES_ALL ((1u << FOUND_COUNT) - 1)

extern const struct sched_strategy sched_auto, sched_random, sched_pct,
    sched_pos, sched_dpor, sched_flip, sched_optimal, sched_full, sched_reach,
    sched_stateful, sched_stateful_naive, sched_stateful_runs, sched_unfold,
    sched_contextual;

/* NULL-terminated. */
extern const struct sched_strategy *const sched_strategies[];
const struct sched_strategy *sched_strategy_find(const char *name);

#endif
