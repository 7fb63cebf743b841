/* Several executors behind one: the answer does not depend on how many. */
#include "base/hash.h"
#include "exec/parallel.h"
#include "sched/sched.h"
#include "sched/strategy.h"
#include "test.h"
#include "toy.h"

static struct toy sample(void) {
  struct toy t = {0};
  for (unsigned p = 0; p < 4; p++)
    for (unsigned m = 0; m < 2; m++) {
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

static struct sched_stats run(size_t workers, const char *strategy,
                              uint64_t *hash) {
  struct toy t = sample();
  struct executor *all[8];
  for (size_t i = 0; i < workers; i++)
    all[i] = toy_executor(&t, NULL);
  struct executor *x = parallel_executor_open(all, workers, false);
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .seed = 3,
                            .depth = 2,
                            .runs = 2000,
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

TEST(the_number_of_workers_changes_nothing) {
  static const char *const names[] = {"optimal", "dpor",   "random",    "pct",
                                      "full",    "unfold", "contextual"};
  for (size_t i = 0; i < 7; i++) {
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
