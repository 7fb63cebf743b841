/* Random thread programs whose loops wait: for values, by test-and-set, under
 * locks that others try for, in naps.  What the threads tell at their ends
 * must be, for every strategy that covers everything, exactly what the brute
 * force of turns.h finds, which lets loops look as often as they like; and
 * some run deadlocks exactly if it finds states from where there is no end.
 *
 * `waiting` is `full` with loops that really look again (a bound on
 * preemptions that is none); `unfold` and `contextual` promise what each
 * thread can do by itself. */
#include <stdio.h>
#include <stdlib.h>

#include "base/rng.h"
#include "base/text.h"
#include "exec/program.h"
#include "sched/strategy.h"
#include "suite.h"
#include "turns.h"

enum { STATES = 60000, RUNS = 3000, NO_BOUND = 1000 };

static const struct {
  const char *name, *strategy;
  bool waits, local;
} rows[] = {
    {"optimal", "optimal", false, false},
    {"dpor", "dpor", false, false},
    {"flip", "flip", false, false},
    {"full", "full", false, false},
    {"waiting", "full", true, false},
    {"reach", "reach", false, false},
    {"stateful-runs", "stateful-runs", false, false},
    {"stateful-naive", "stateful-naive", false, true},
    {"stateful", "stateful", false, true},
    {"unfold", "unfold", false, true},
    {"contextual", "contextual", false, true},
};
enum { ROWS = sizeof rows / sizeof *rows };

/* --- making ------------------------------------------------------------- */

static void put(struct turning *p, unsigned t, unsigned *n, unsigned code,
                unsigned object) {
  p->ops[t][*n].code = (uint8_t)code;
  p->ops[t][(*n)++].object = (uint8_t)object;
}

/* One operation, or a pair around another. */
static void add(struct turning *p, unsigned t, unsigned *n, struct rng *r) {
  static const uint8_t writes[] = {TURN_ONE,  TURN_ONE,  TURN_TWO, TURN_ZERO,
                                   TURN_SWAP, TURN_RAISE, TURN_V};
  unsigned k = rng_below(r, 2), pick = rng_below(r, 8);
  if (pick < 3) {
    put(p, t, n, writes[rng_below(r, sizeof writes)], k);
  } else if (pick == 3 && *n + 3 <= TURNING_OPS) {
    bool lock = rng_below(r, 2);
    put(p, t, n, lock ? TURN_LOCK : rng_below(r, 2) ? TURN_TAKE
                                                    : TURN_TRY_TAKE, k);
    if (rng_below(r, 2))
      put(p, t, n, rng_below(r, 2) ? TURN_READ : TURN_ONE, 1 - k);
    put(p, t, n, lock ? TURN_UNLOCK : TURN_DROP, k);
  } else {
    unsigned code = 1 + rng_below(r, TURN_COUNT - 1);
    if (code != TURN_LOCK && code != TURN_UNLOCK)
      put(p, t, n, code, k);
  }
}

static struct turning make(struct rng *r) {
  struct turning p = {.threads = 2 + (rng_below(r, 3) == 0)};
  for (unsigned t = 0; t < p.threads; t++) {
    unsigned n = 0, wanted = 1 + rng_below(r, p.threads == 2 ? 4 : 2);
    while (n < wanted)
      add(&p, t, &n, r);
  }
  return p;
}

/* --- running ------------------------------------------------------------ */

struct told {
  const struct turns *want;
  unsigned threads;
  struct map ends, tells[TURNING_THREADS];
  bool wrong; /* something that cannot be */
};

static void watch(void *user, const struct batch *b, uint32_t i) {
  struct told *t = user;
  const struct run *r = &b->runs[i];
  uint64_t told[TURNING_THREADS] = {0};
  for (uint32_t k = 0; k < r->events_len; k++) {
    const struct event *e = &b->events[r->events + k];
    bool tells = e->kind == OP_WRITE && e->size == 8 && e->thread &&
                 e->thread <= t->threads && !(e->flags & EVENT_PENDING);
    if (!tells)
      continue;
    told[e->thread - 1] = e->value;
    map_put(&t->tells[e->thread - 1], e->value, 1);
  }
  if (r->end != RUN_COMPLETE)
    return;
  uint64_t end = turns_end(told);
  map_put(&t->ends, end, 1);
  t->wrong |= !map_get(&t->want->ends, end);
}

/* What threads tell in runs that never end is not asked for. */
static bool as_wanted(const struct told *t, bool local) {
  bool ok = !t->wrong;
  if (!local)
    return ok && t->ends.len == t->want->ends.len;
  for (unsigned i = 0; i < t->threads; i++)
    ok &= t->tells[i].len >= t->want->tells[i].len;
  return ok;
}

static void describe(const struct turning *p, char words[][20],
                     const char **args) {
  for (unsigned t = 0; t < p->threads; t++) {
    uint64_t bits = 0;
    for (unsigned i = 0; i < TURNING_OPS && p->ops[t][i].code; i++)
      bits |= (uint64_t)(p->ops[t][i].code << 1 | p->ops[t][i].object)
              << 8 * i;
    snprintf(words[t], 20, "%llx", (unsigned long long)bits);
    args[t] = words[t];
  }
}

struct compared {
  unsigned by[ROWS], early, stuck;
};

static void check(struct suite *s, const char *binary,
                  const struct turning *p, const struct turns *want,
                  unsigned row, struct compared *sum) {
  char words[TURNING_THREADS][20] = {{0}};
  const char *args[TURNING_THREADS];
  struct text error = {0};
  describe(p, words, args);
  struct executor *x = program_executor_open(
      &(struct program_options){.path = binary, .args = args,
                                .args_len = p->threads}, &error);
  text_free(&error);
  if (!x) {
    suite_check(s, false, "%s cannot be run", binary);
    return;
  }
  struct told told = {.want = want, .threads = p->threads};
  struct sched_options o = {
      .strategy = sched_strategy_find(rows[row].strategy),
      .seed = 1, .all = true, .runs = RUNS,
      .preemptions = rows[row].waits ? NO_BOUND : SCHED_UNBOUNDED,
      .delays = SCHED_UNBOUNDED, .watch = watch, .watch_user = &told};
  struct sched search;
  sched_open(&search, x, &o);
  struct progress progress = {0};
  sched_run(&search, &progress);
  bool whole = search.finished, broken = search.verdict == VERDICT_BROKEN;
  bool deadlock = search.stats.deadlocked > 0;
  sum->by[row] += whole;
  sum->early += search.stats.early > 0;
  suite_check(s, !broken && !told.wrong &&
                     (!whole || (as_wanted(&told, rows[row].local) &&
                                 deadlock == want->stuck)),
              "turning %s %s %s, %s: %zu ends of %zu%s, %s, %s%s", words[0],
              words[1], words[2], rows[row].name, told.ends.len,
              want->ends.len, told.wrong ? ", wrong ones" : "",
              deadlock ? "deadlocks" : "no deadlock",
              want->stuck ? "should" : "should not",
              broken ? search.error : "");
  sched_close(&search);
  x->close(x);
  map_free(&told.ends);
  for (unsigned t = 0; t < TURNING_THREADS; t++)
    map_free(&told.tells[t]);
}

/* --- cases of their own --------------------------------------------------- */

/* Every row says the same of polls.c: that it fails, or that it holds. */
static void check_poll(struct suite *s, const char *binary, const char *name,
                       bool fails) {
  for (unsigned row = 0; row < ROWS; row++) {
    struct search r;
    struct search_options o = {.strategy = rows[row].strategy,
                               .argument = name,
                               .first = true, .runs = 5000,
                               .bounded = rows[row].waits,
                               .preemptions = NO_BOUND};
    if (!suite_search(s, &r, binary, &o))
      return;
    enum verdict want = fails ? VERDICT_VIOLATED : VERDICT_HOLDS;
    suite_check(s, r.sched.verdict == want,
                "polls %s, %s: verdict %d after %lu runs", name,
                rows[row].name, (int)r.sched.verdict,
                (unsigned long)r.sched.stats.executions);
    suite_search_end(&r);
  }
}

static void check_polls(struct suite *s) {
  static const char *const fail[] = {
      "mutex-try",     "mutex-thrice", "mutex-timed", "trylock-try",
      "inside-try",    "read-trywrite", "write-tryread", "spin-try",
      "token-try",     "token-value",  "errno",       "alternate",
      "nap",           "nap-10",       "nap-long"};
  static const char *const hold[] = {
      "mutex-lock", "trylock-lock", "inside-go", "read-tryread",
      "write-write", "token-wait", "errno-known",
      "nap-right", "nap-set", "exchange", "exchange-sleep", "swap", "ticket",
      "block", "same"};
  char *binary = suite_build(s, "tests/programs/polls.c");
  char *blind = suite_build_with(s, "tests/programs/polls.c", "-DBLIND");
  for (size_t i = 0; binary && i < sizeof fail / sizeof *fail; i++)
    check_poll(s, binary, fail[i], true);
  for (size_t i = 0; binary && i < sizeof hold / sizeof *hold; i++)
    check_poll(s, binary, hold[i], false);
  if (blind)
    check_poll(s, blind, "nap", false);
  free(binary);
  free(blind);
}

static void check_random(struct suite *s) {
  char *binary = suite_build(s, "tests/programs/turning.c");
  const char *given = getenv("SEED"), *many = getenv("TURNS");
  uint64_t seed = given ? strtoull(given, NULL, 10) : 1;
  unsigned wanted = many ? (unsigned)atoi(many) : s->quick ? 30 : 250;
  struct rng r = rng_seed(seed);
  struct compared sum = {0};
  printf("seed %llu\n", (unsigned long long)seed);
  for (unsigned done = 0; binary && done < wanted && s->failed < 10;) {
    struct turning p = make(&r);
    struct turns want;
    if (turns_find(&p, STATES, &want)) {
      for (unsigned row = 0; row < ROWS; row++)
        check(s, binary, &p, &want, row, &sum);
      sum.stuck += want.stuck;
      done++;
    }
    turns_free(&want);
  }
  for (unsigned row = 0; row < ROWS; row++)
    suite_check(s, sum.by[row] >= wanted / 4, "%s: only %u of %u compared",
                rows[row].name, sum.by[row], wanted);
  suite_check(s, sum.early > wanted / 4 && sum.stuck > wanted / 10,
              "only %u looked too early, %u were stuck", sum.early,
              sum.stuck);
  free(binary);
}

void suite_vain(struct suite *s) {
  check_polls(s);
  check_random(s);
}
