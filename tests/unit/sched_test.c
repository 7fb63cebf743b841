/* Every strategy against brute force on random programs, and the numbers of
 * traces of doc/papers.md on toy versions of the benchmarks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "interleave.h"
#include "sched/sched.h"
#include "sched/strategy.h"
#include "sched/unfold/unfold.h"
#include "test.h"
#include "toy_random.h"

static const struct sched_options plain = {.preemptions = SCHED_UNBOUNDED,
                                           .delays = SCHED_UNBOUNDED,
                                           .all = true,
                                           .seed = 1,
                                           .depth = 3};

/* --- random programs ---------------------------------------------------- */

struct watched {
  struct map traces, locals, stuck;
  size_t distinct, repeated, deadlocked, failed, local_states;
  size_t stuck_places, missed;
  bool refused;
};

static void watch(void *user, const struct batch *b, uint32_t i) {
  struct watched *w = user;
  const struct run *r = &b->runs[i];
  if (r->end == RUN_REDUNDANT)
    return;
  bool added;
  map_at(&w->traces, interleave_trace(b->events + r->events, r->events_len),
         &added);
  w->distinct += added;
  w->repeated += !added;
  if (r->end == RUN_DEADLOCK)
    map_put(&w->stuck, interleave_end(b->events + r->events, r->events_len), 1);
  w->deadlocked += added && r->end == RUN_DEADLOCK;
  w->failed += added && r->end == RUN_FAILED;
}

static struct sched_stats watch_toy(const struct toy *t, const char *strategy,
                                    struct watched *w) {
  struct sched_options o = plain;
  o.exact_states = t->len[0] % 2; /* of every other program */
  *w = (struct watched){0};
  o.strategy = sched_strategy_find(strategy);
  o.watch = watch;
  o.watch_user = w;
  struct executor *x = toy_executor(t, &w->locals);
  struct sched s;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  struct sched_stats stats = s.stats;
  w->refused = s.error == unfold_mixed;
  CHECK(w->refused || (s.verdict != VERDICT_BROKEN && s.finished));
  if (o.strategy->local)
    w->missed = ((const struct unfold *)s.parts[0].self)->missed;
  sched_close(&s);
  x->close(x);
  w->local_states = w->locals.len;
  w->stuck_places = w->stuck.len;
  map_free(&w->stuck);
  map_free(&w->traces);
  map_free(&w->locals);
  return stats;
}

static bool same_as_brute(const struct interleave *b, const struct watched *w) {
  return w->distinct == b->trace_count && w->deadlocked == b->deadlocked &&
         w->failed == b->failed && w->local_states == b->locals.len;
}

/* The same local states, those of failed threads among them, and the same
 * deadlocks; traces are not counted. */
static bool same_states(const struct interleave *b, const struct watched *w) {
  return w->stuck_places == b->stuck.len && !w->failed == !b->failed &&
         w->local_states == b->locals.len && w->distinct <= b->trace_count;
}

/* What a row promises that covers local states: the same, in no more runs than
 * traces. */
static bool covers_locals(const struct interleave *b, const struct watched *w) {
  return w->refused || (same_states(b, w) && !w->repeated && !w->missed);
}

static void print_toy(const struct toy *t) {
  for (unsigned th = 0; th < t->threads; th++) {
    printf("  thread %u:", th);
    for (unsigned i = 0; i < t->len[th]; i++) {
      const struct toy_line *l = &t->code[th][i];
      printf(" %u(%u,%u,%u,%d)", l->op, l->a, l->r, l->s, l->k);
    }
    printf("\n");
  }
}

/* One row of the table against brute force: same traces, deadlocks, failures
 * and local states; every trace once, where the row promises that. */
static bool row_agrees(const struct sched_strategy *row, const struct toy *t,
                       const struct interleave *b, bool say) {
  struct watched w;
  struct sched_stats s = watch_toy(t, row->name, &w);
  bool ok =
      (row->states  ? w.refused || same_states(b, &w)
       : row->local ? covers_locals(b, &w)
                    : same_as_brute(b, &w) && s.executions >= b->trace_count) &&
      !(row->exact && (w.repeated || s.redundant)) &&
      !(row == &sched_full && s.executions != b->runs);
  if (say && !ok)
    printf("%s: %zu traces (%zu again, %llu redundant), brute force %zu; "
           "deadlocks %zu, %zu; failed %zu, %zu\n",
           row->name, w.distinct, w.repeated, (unsigned long long)s.redundant,
           b->trace_count, w.deadlocked, b->deadlocked, w.failed, b->failed);
  return ok;
}

/* True when every exhaustive strategy agrees. */
static bool agree(const struct toy *t, const struct interleave *b, bool say) {
  bool ok = true;
  for (size_t i = 0; sched_strategies[i]; i++)
    if (sched_strategies[i]->preserves)
      ok &= row_agrees(sched_strategies[i], t, b, say);
  return ok;
}

SLOW_TEST(strategies_agree_with_brute_force_on_random_programs) {
  enum { PROGRAMS = 2000, LIMIT = 2000 };
  const char *given = getenv("SCHED_SEED"), *only = getenv("SCHED_FLAVOUR");
  uint64_t seed = given ? strtoull(given, NULL, 0) : 1;
  size_t compared = 0, wrong = 0;
  for (unsigned i = 0; i < PROGRAMS; i++) {
    struct rng r = rng_seed(seed * 1000003 + i);
    enum toy_flavour f = only ? (enum toy_flavour)atoi(only) : i % TOY_FLAVOURS;
    struct toy t = toy_random(&r, f);
    struct interleave b;
    interleave_all(&b, &t, LIMIT);
    if (!b.cut) {
      compared++;
      if (!agree(&t, &b, false) && wrong++ < 3) {
        printf("program %u of seed %llu, flavour %u:\n", i,
               (unsigned long long)seed, i % 5);
        agree(&t, &b, true);
        print_toy(&t);
      }
    }
    interleave_free(&b);
  }
  CHECK_EQ(wrong, 0);
  CHECK(compared > PROGRAMS / 2);
  if (given)
    printf("compared %zu, wrong %zu\n", compared, wrong);
}

/* A reader that came twice keeps writers out until it has left twice. */
TEST(threads_may_read_lock_twice) {
  struct toy t = {0};
  toy_add(&t, 0, T_WRLOCK, 0, 0, 0, 0);
  toy_add(&t, 0, T_RWUNLOCK, 0, 0, 0, 0);
  toy_add(&t, 1, T_RDLOCK, 0, 0, 0, 0);
  toy_add(&t, 1, T_RDLOCK, 0, 0, 0, 0);
  toy_add(&t, 1, T_RWUNLOCK, 0, 0, 0, 0);
  toy_add(&t, 2, T_CAS, 1, 1, 0, 1);
  toy_add(&t, 2, T_RDLOCK, 0, 0, 0, 0);
  toy_add(&t, 2, T_RWUNLOCK, 0, 0, 0, 0);
  toy_add(&t, 3, T_WRLOCK, 0, 0, 0, 0);
  toy_add(&t, 3, T_RWUNLOCK, 0, 0, 0, 0);
  struct interleave b;
  interleave_all(&b, &t, 100000);
  CHECK(!b.cut && b.deadlocked);
  CHECK(agree(&t, &b, true));
  interleave_free(&b);
}

/* Who could have gone on and did not move for half of a run that was cut. */
TEST(runs_that_starve_a_thread_say_so) {
  struct event e[10] = {0};
  for (int i = 0; i < 8; i++)
    e[i].thread = (uint8_t)(i % 2);
  e[8] = (struct event){.thread = 0, .flags = EVENT_PENDING | EVENT_READY};
  e[9] = (struct event){.thread = 1, .flags = EVENT_PENDING | EVENT_READY};
  struct batch b = {.events = e};
  struct run r = {.events_len = 10, .steps = 8, .end = RUN_STEPS};
  CHECK(!run_starves(&b, &r));
  for (int i = 4; i < 8; i++)
    e[i].thread = 0;
  CHECK(run_starves(&b, &r));
  e[9].flags = EVENT_PENDING; /* it waits */
  CHECK(!run_starves(&b, &r));
  e[9].flags |= EVENT_READY;
  r.end = RUN_DEADLOCK;
  CHECK(!run_starves(&b, &r));
}
