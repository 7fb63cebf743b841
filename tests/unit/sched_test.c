/* Every strategy against brute force on random programs, and the numbers of
 * traces of FACTS section 5 on toy versions of the benchmarks. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "interleave.h"
#include "sched/sched.h"
#include "sched/strategy.h"
#include "test.h"
#include "toy.h"

static const struct sched_options plain = {.preemptions = SCHED_UNBOUNDED,
                                           .delays = SCHED_UNBOUNDED,
                                           .all = true,
                                           .seed = 1,
                                           .depth = 3};

/* --- random programs ---------------------------------------------------- */

static void line(struct toy *t, unsigned th, enum toy_op op, unsigned a,
                 unsigned r, unsigned s, int k) {
  toy_add(t, th, op, a, r, s, k);
}

enum flavour {
  VARIABLES,
  LOCKS,
  SEMAPHORES,
  CONDITIONS,
  BRANCHES,
  INPUTS,
  ASSERTIONS,
  RWLOCKS,
  BARRIERS,
  CREATION,
  QUITS,
  TRYLOCKS,
  AWAITS,
  ATOMICS,
  TIMED,
  MIXED,
  FLAVOURS
};

static void random_access(struct toy *t, struct rng *r, unsigned th) {
  unsigned a = rng_below(r, 2), reg = rng_below(r, 2);
  switch (rng_below(r, 5)) {
  case 0:
  case 1:
    line(t, th, T_READ, a, reg, 0, 0);
    break;
  case 4:
    line(t, th, T_CAS, a, reg, 0, 1);
    break;
  default:
    line(t, th, T_WRITE, a, reg, 3, (int)rng_below(r, 3));
    break;
  }
}

static void random_locks(struct toy *t, struct rng *r, unsigned th) {
  unsigned a = rng_below(r, 2), b = rng_below(r, 2);
  line(t, th, T_LOCK, a, 0, 0, 0);
  if (rng_chance(r, 40) && a != b) {
    line(t, th, T_LOCK, b, 0, 0, 0);
    line(t, th, T_UNLOCK, rng_chance(r, 50) ? a : b, 0, 0, 0);
    if (rng_chance(r, 80))
      line(t, th, T_UNLOCK, t->code[th][t->len[th] - 1].a ^ 1u, 0, 0, 0);
    return;
  }
  if (rng_chance(r, 50))
    random_access(t, r, th);
  if (rng_chance(r, 90))
    line(t, th, T_UNLOCK, a, 0, 0, 0);
}

static void random_condition(struct toy *t, struct rng *r, unsigned th,
                             enum toy_op wait) {
  switch (rng_below(r, 4)) {
  case 0:
    line(t, th, T_SIGNAL, 0, 0, 0, 0);
    break;
  case 1:
    line(t, th, rng_chance(r, 50) ? T_BROADCAST : T_SIGNAL, 0, 0, 0, 0);
    break;
  default:
    line(t, th, T_LOCK, 0, 0, 0, 0);
    line(t, th, wait, 0, 1, 0, 0);
    line(t, th, T_UNLOCK, 0, 0, 0, 0);
  }
}

static void random_piece(struct toy *t, struct rng *r, unsigned th,
                         enum flavour f) {
  unsigned a = rng_below(r, 2);
  switch (f) {
  case LOCKS:
    random_locks(t, r, th);
    break;
  case SEMAPHORES:
    line(t, th, rng_chance(r, 50) ? T_P : T_V, a, 0, 0, 0);
    break;
  case CONDITIONS:
    random_condition(t, r, th, T_WAIT);
    break;
  case TIMED:
    random_condition(t, r, th, T_TIMEDWAIT);
    break;
  case BRANCHES:
    line(t, th, T_READ, a, 0, 0, 0);
    line(t, th, T_IF, t->len[th] + 2u, 0, 0, (int)rng_below(r, 2));
    random_access(t, r, th);
    break;
  case INPUTS:
    line(t, th, T_INPUT, 0, 0, 0, 2);
    line(t, th, T_IF, t->len[th] + 2u, 0, 0, 0);
    random_access(t, r, th);
    break;
  case ASSERTIONS:
    line(t, th, T_READ, a, 0, 0, 0);
    line(t, th, T_ASSERT, 0, 0, 0, 0);
    break;
  case RWLOCKS:
    line(t, th, rng_chance(r, 60) ? T_RDLOCK : T_WRLOCK, 0, 0, 0, 0);
    if (rng_chance(r, 30))
      random_access(t, r, th);
    if (rng_chance(r, 85))
      line(t, th, T_RWUNLOCK, 0, 0, 0, 0);
    break;
  case TRYLOCKS:
    if (rng_chance(r, 40)) {
      random_locks(t, r, th);
      break;
    }
    line(t, th, T_TRYLOCK, a, 0, 0, 0);
    line(t, th, T_IF, t->len[th] + 2u, 0, 0, 0);
    line(t, th, T_UNLOCK, a, 0, 0, 0);
    break;
  case AWAITS:
    if (rng_chance(r, 50)) {
      line(t, th, T_WRITE, a, 3, 3, 1);
      break;
    }
    line(t, th, T_READ, a, 0, 0, 0);
    line(t, th, T_IFNOT, t->len[th] + 2u, 0, 0, 0);
    line(t, th, T_AWAIT, a, 0, 0, 0);
    break;
  case ATOMICS:
    line(t, th, T_ATOMIC, a, 0, 0, 1);
    break;
  default:
    random_access(t, r, th);
  }
}

static struct toy random_toy(struct rng *r, enum flavour f) {
  struct toy t = {0};
  unsigned threads = 2 + rng_below(r, 3);
  t.sems[0] = (int)rng_below(r, 3);
  t.sems[1] = (int)rng_below(r, 2);
  t.barriers[0] = (int)threads;
  for (unsigned th = 0; th < threads; th++) {
    unsigned pieces = 1 + rng_below(r, threads == 2 ? 4 : 7 - threads);
    for (unsigned i = 0; i < pieces; i++) {
      enum flavour g = f == MIXED ? (enum flavour)rng_below(r, MIXED) : f;
      random_piece(&t, r, th, rng_chance(r, 30) ? VARIABLES : g);
      if (f == BARRIERS && i == pieces / 2)
        line(&t, th, T_ARRIVE, 0, 0, 0, 0);
    }
  }
  if (f == QUITS)
    line(&t, 0, T_QUIT, 0, 0, 0, 0);
  if (f == CREATION && threads > 2) {
    line(&t, 0, T_CREATE, threads - 1, 0, 0, 0);
    random_access(&t, r, 0);
    if (rng_chance(r, 50))
      line(&t, 0, T_JOIN, threads - 1, 0, 0, 0);
    random_access(&t, r, 0);
  }
  return t;
}

struct watched {
  struct map traces, locals;
  size_t distinct, repeated, deadlocked, failed, local_states;
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
  w->deadlocked += added && r->end == RUN_DEADLOCK;
  w->failed += added && r->end == RUN_FAILED;
}

static struct sched_stats watch_toy(const struct toy *t, const char *strategy,
                                    struct watched *w) {
  struct sched_options o = plain;
  *w = (struct watched){0};
  o.strategy = sched_strategy_find(strategy);
  o.watch = watch;
  o.watch_user = w;
  struct executor *x = toy_executor(t, &w->locals);
  struct sched s;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  struct sched_stats stats = s.stats;
  CHECK(s.verdict != SCHED_BROKEN && s.finished);
  sched_close(&s);
  x->close(x);
  w->local_states = w->locals.len;
  map_free(&w->traces);
  map_free(&w->locals);
  return stats;
}

static bool same_as_brute(const struct interleave *b, const struct watched *w) {
  return w->distinct == b->trace_count && w->deadlocked == b->deadlocked &&
         w->failed == b->failed && w->local_states == b->locals.len;
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
  bool ok = same_as_brute(b, &w) && s.executions >= b->trace_count &&
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
    if (sched_strategies[i]->exhaustive)
      ok &= row_agrees(sched_strategies[i], t, b, say);
  return ok;
}

TEST(strategies_agree_with_brute_force_on_random_programs) {
  enum { PROGRAMS = 3000, LIMIT = 2000 };
  const char *given = getenv("SCHED_SEED"), *only = getenv("SCHED_FLAVOUR");
  uint64_t seed = given ? strtoull(given, NULL, 0) : 1;
  size_t compared = 0, wrong = 0;
  for (unsigned i = 0; i < PROGRAMS; i++) {
    struct rng r = rng_seed(seed * 1000003 + i);
    enum flavour f = only ? (enum flavour)atoi(only) : i % FLAVOURS;
    struct toy t = random_toy(&r, f);
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
