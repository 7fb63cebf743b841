/* Bounds on preemptions and delays, and the random strategies, on toys. */
#include <stdio.h>

#include "base/rng.h"
#include "interleave.h"
#include "sched/sched.h"
#include "sched/strategy.h"
#include "test.h"
#include "toy.h"

static struct toy sample(uint64_t seed) {
  struct rng r = rng_seed(seed);
  struct toy t = {0};
  unsigned threads = 2 + rng_below(&r, 2);
  for (unsigned th = 0; th < threads; th++)
    for (unsigned i = 0; i < 2 + rng_below(&r, 2); i++) {
      unsigned a = rng_below(&r, 2);
      if (rng_chance(&r, 40)) {
        toy_add(&t, th, T_LOCK, a, 0, 0, 0);
        toy_add(&t, th, T_UNLOCK, a, 0, 0, 0);
      } else {
        toy_add(&t, th, rng_chance(&r, 50) ? T_READ : T_WRITE, a, 0, 3, 1);
      }
    }
  return t;
}

/* Schedules within the bounds, counted by their definition. */
static uint64_t count(const struct toy *t, const struct toy_state *s,
                      unsigned last, int preemptions, int delays) {
  uint64_t set = toy_enabled(t, s), n = 0;
  if (preemptions < 0 || delays < 0)
    return 0;
  if (!set)
    return 1;
  unsigned from = last == 255 ? 0 : last;
  int passed = 0;
  for (unsigned i = 0; i < THREADS_WORD; i++) {
    unsigned th = (from + i) % THREADS_WORD;
    if (!(set >> th & 1))
      continue;
    struct toy_state next = *s;
    bool preempts = last != 255 && th != last && set >> last & 1;
    toy_step(t, &next, th, 0, NULL);
    n += count(t, &next, th, preemptions - preempts, delays - passed);
    passed++;
  }
  return n;
}

static struct sched_stats run(const struct toy *t, const char *strategy,
                              uint32_t preemptions, uint32_t delays,
                              uint64_t runs, struct map *traces) {
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .preemptions = preemptions,
                            .delays = delays,
                            .depth = 3,
                            .seed = 7,
                            .runs = runs,
                            .all = true};
  struct executor *x = toy_executor(t, NULL);
  struct sched s;
  (void)traces;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  CHECK(s.verdict != VERDICT_BROKEN);
  struct sched_stats stats = s.stats;
  sched_close(&s);
  x->close(x);
  return stats;
}

TEST(full_runs_exactly_the_schedules_within_the_bounds) {
  for (unsigned i = 0; i < 60; i++) {
    struct toy t = sample(i);
    struct toy_state s;
    toy_start(&t, &s, NULL);
    for (int k = 0; k < 4; k++) {
      struct sched_stats n =
          run(&t, "full", (uint32_t)k, SCHED_UNBOUNDED, 0, NULL);
      CHECK_EQ(n.executions, count(&t, &s, 255, k, 1000));
      CHECK_EQ(n.left_out, 0);
      n = run(&t, "full", SCHED_UNBOUNDED, (uint32_t)k, 0, NULL);
      CHECK_EQ(n.executions, count(&t, &s, 255, 1000, k));
    }
  }
}

TEST(random_and_pct_stay_within_the_bounds) {
  for (unsigned i = 0; i < 20; i++) {
    struct toy t = sample(100 + i);
    for (uint32_t k = 0; k < 3; k++)
      for (unsigned which = 0; which < 2; which++) {
        const char *name = which ? "pct" : "random";
        CHECK_EQ(run(&t, name, k, SCHED_UNBOUNDED, 200, NULL).left_out, 0);
        CHECK_EQ(run(&t, name, SCHED_UNBOUNDED, k, 200, NULL).left_out, 0);
      }
  }
}

TEST(optimal_says_what_a_bound_left_out) {
  struct toy t = {0};
  for (unsigned th = 0; th < 2; th++)
    for (unsigned i = 0; i < 3; i++)
      toy_add(&t, th, T_WRITE, 0, 3, 3, 1);
  struct sched_stats all =
      run(&t, "optimal", SCHED_UNBOUNDED, SCHED_UNBOUNDED, 0, NULL);
  CHECK_EQ(all.executions, 20);
  CHECK_EQ(all.left_out, 0);
  struct sched_stats some = run(&t, "optimal", 1, SCHED_UNBOUNDED, 0, NULL);
  CHECK(some.left_out > 0);
  CHECK_EQ(some.left_out, some.redundant);
}

struct seen {
  struct map traces;
};

static void watch(void *user, const struct batch *b, uint32_t i) {
  struct seen *s = user;
  const struct run *r = &b->runs[i];
  map_put(&s->traces, interleave_trace(b->events + r->events, r->events_len),
          1);
}

static size_t traces_seen(const struct toy *t, const char *strategy,
                          uint64_t seed, uint64_t runs) {
  struct seen seen = {0};
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .depth = 4,
                            .seed = seed,
                            .runs = runs,
                            .all = true,
                            .watch = watch,
                            .watch_user = &seen};
  struct executor *x = toy_executor(t, NULL);
  struct sched s;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  CHECK_EQ(s.stats.executions, runs);
  CHECK_EQ(s.verdict, VERDICT_INCOMPLETE);
  sched_close(&s);
  x->close(x);
  size_t n = seen.traces.len;
  map_free(&seen.traces);
  return n;
}

TEST(random_finds_every_trace_of_a_small_program) {
  struct toy t = {0};
  for (unsigned th = 0; th < 2; th++)
    for (unsigned i = 0; i < 2; i++)
      toy_add(&t, th, T_WRITE, 0, 3, 3, 1);
  CHECK_EQ(traces_seen(&t, "random", 1, 400), 6);
  CHECK_EQ(traces_seen(&t, "pct", 1, 2000), 6);
  CHECK_EQ(traces_seen(&t, "random", 5, 10), traces_seen(&t, "random", 5, 10));
}
