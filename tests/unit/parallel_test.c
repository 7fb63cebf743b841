/* Several executors behind one: the answer does not depend on how many. */
#include <pthread.h>

#include "base/hash.h"
#include "base/stress.h"
#include "exec/distant.h"
#include "exec/parallel.h"
#include "ranks/ranks.h"
#include "sched/sched.h"
#include "sched/strategy.h"
#include "test.h"
#include "toy.h"

static struct toy sample(unsigned meals) {
  struct toy t = {0};
  for (unsigned p = 0; p < 4; p++)
    for (unsigned m = 0; m < meals; m++) {
      toy_add(&t, p, T_LOCK, p, 0, 0, 0);
      toy_add(&t, p, T_LOCK, (p + 3) % 4, 0, 0, 0);
      toy_add(&t, p, T_UNLOCK, (p + 3) % 4, 0, 0, 0);
      toy_add(&t, p, T_UNLOCK, p, 0, 0, 0);
    }
  return t;
}

/* Hash of every run in the order in which they came. */
static void watch(void *user, const struct batch *b, uint32_t i) {
  const struct run *r = &b->runs[i];
  uint64_t *hash = user;
  for (uint32_t k = 0; k < r->events_len; k++) {
    const struct event *e = &b->events[r->events + k];
    *hash = hash_pair(*hash, e->thread * 65536u + e->kind * 256u +
                                 (uint64_t)(e->object << 24));
  }
  *hash = hash_pair(*hash, r->end);
}

static struct sched_stats search(struct executor *x, const char *strategy,
                                 uint64_t runs, uint64_t *hash) {
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .seed = 3,
                            .depth = 2,
                            .runs = runs,
                            .all = true,
                            .watch = watch,
                            .watch_user = hash};
  struct sched s;
  *hash = 0;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  CHECK(s.verdict != VERDICT_BROKEN);
  struct sched_stats stats = s.stats;
  sched_close(&s);
  x->close(x);
  return stats;
}

static struct sched_stats run(size_t workers, const char *strategy,
                              uint64_t *hash) {
  struct toy t = sample(2);
  struct executor *all[8];
  for (size_t i = 0; i < workers; i++)
    all[i] = toy_executor(&t, NULL);
  struct executor *x = parallel_executor_open(all, workers, false);
  return search(x, strategy, 2000, hash);
}

/* Runs some of the plans that there are, and then some more. */
struct pace {
  struct executor base;
  struct executor *x;
  uint32_t most;  /* at a time */
  uint32_t plans; /* of the batch, when it was last run */
  unsigned grown; /* batches that had more plans when they were run again */
};

static bool pace_run(struct executor *x) {
  struct pace *p = x->self;
  struct batch *b = x->batch;
  uint32_t all = b->plans_len;
  p->grown += b->done && all > p->plans;
  p->plans = all;
  b->plans_len = all - b->done > p->most ? b->done + p->most : all;
  p->x->steps_max = x->steps_max;
  bool ok = p->x->run(p->x);
  b->plans_len = all;
  return ok;
}

static void pace_close(struct executor *x) {
  struct pace *p = x->self;
  p->x->close(p->x);
}

/* However far those are who run the plans, the next ones are the same; and
 * they come before the last ones are learned. */
TEST(plans_do_not_depend_on_the_pace) {
  enum { RUNS = 9000 };
  static const uint32_t paces[] = {4096, 1, 7, 100};
  uint64_t first = 0;
  for (size_t i = 0; i < 4; i++) {
    struct toy t = sample(3);
    struct pace p = {.x = toy_executor(&t, NULL), .most = paces[i]};
    p.base = *p.x;
    p.base.self = &p;
    p.base.run = pace_run;
    p.base.close = pace_close;
    uint64_t hash;
    CHECK_EQ(search(&p.base, "optimal", RUNS, &hash).executions, RUNS);
    CHECK(!i || hash == first);
    if (!STRESSED(1, 0)) /* where a batch has two plans it is over at once */
      CHECK(p.grown > 0);
    first = hash;
  }
}

TEST(the_number_of_workers_changes_nothing) {
  static const char *const names[] = {"optimal",    "dpor",     "random",
                                      "pct",        "full",     "unfold",
                                      "contextual", "stateful", "flip"};
  for (size_t i = 0; i < 9; i++) {
    uint64_t one, many;
    struct sched_stats a = run(1, names[i], &one);
    for (size_t n = 2; n < 6; n += 3) {
      struct sched_stats b = run(n, names[i], &many);
      CHECK_EQ(a.executions, b.executions);
      CHECK_EQ(a.deadlocked, b.deadlocked);
      CHECK(one == many);
    }
    if (!i)
      CHECK_EQ(a.executions, 831);
  }
}

/* --- at other ranks ------------------------------------------------------- */

enum { RANKS_MOST = 4 };

static void *serve(void *ranks) {
  struct ranks *r = ranks;
  struct toy t = sample(2);
  bool fork = false;
  struct executor *x = toy_executor(&t, NULL);
  while (distant_serve(r, x, &fork, NULL)) {
    x->close(x);
    x = toy_executor(&t, NULL);
  }
  x->close(x);
  ranks_close(r);
  return NULL;
}

/* With so many workers here; none: all is run elsewhere. */
static struct sched_stats run_at(unsigned count, size_t here,
                                 const char *strategy, uint64_t *hash) {
  struct toy t = sample(2);
  struct ranks *ranks[RANKS_MOST];
  pthread_t threads[RANKS_MOST];
  struct executor *all[8], *like = toy_executor(&t, NULL);
  size_t n = 0;
  ranks_threads(ranks, count);
  for (unsigned r = 1; r < count; r++)
    pthread_create(&threads[r], NULL, serve, ranks[r]);
  struct distant_line *line = distant_line_open(ranks[0]);
  for (size_t i = 0; i < here; i++)
    all[n++] = toy_executor(&t, NULL);
  for (unsigned r = 1; r < count; r++)
    all[n++] = distant_executor_open(line, r, like, false);
  struct executor *x = parallel_executor_open(all, n, false);
  struct sched_stats stats = search(x, strategy, 2000, hash);
  distant_line_close(line);
  for (unsigned r = 1; r < count; r++)
    pthread_join(threads[r], NULL);
  ranks_close(ranks[0]);
  like->close(like);
  return stats;
}

TEST(other_ranks_run_the_same) {
  static const char *const strategies[] = {"optimal", "auto", "random"};
  for (size_t k = 0; k < 3; k++) {
    uint64_t one, hash;
    struct sched_stats wanted = run(1, strategies[k], &one);
    for (unsigned ranks = 2; ranks <= RANKS_MOST; ranks += 2)
      for (size_t here = 0; here < 2; here++) {
        struct sched_stats got = run_at(ranks, here, strategies[k], &hash);
        CHECK_EQ(got.executions, wanted.executions);
        CHECK_EQ(got.steps, wanted.steps);
        CHECK_EQ(hash, one);
      }
  }
}
