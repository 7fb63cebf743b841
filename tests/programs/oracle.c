/* The reset against a process for each run: the same random schedules give
 * the same runs, event by event, addresses included. */
#include <stdlib.h>
#include <string.h>

#include "suite.h"

enum { RUNS = 60 };

static bool run_all(struct executor *x) {
  struct batch *b = x->batch;
  while (b->done < b->plans_len)
    if (!x->run(x))
      return false;
  return true;
}

/* One run with this seed, alone in its batch. */
static const struct run *run_seed(struct executor *x, uint64_t seed) {
  struct batch *b = x->batch;
  batch_clear(b);
  struct plan *p = batch_plan(b, 0);
  p->after = AFTER_RANDOM;
  p->seed = seed;
  return run_all(x) ? &b->runs[0] : NULL;
}

static bool same(const struct executor *x, const struct run *a,
                 const struct executor *y, const struct run *b) {
  return a->end == b->end && a->finding == b->finding &&
         a->steps == b->steps && a->site == b->site && a->state == b->state &&
         a->events_len == b->events_len &&
         !memcmp(x->batch->events + a->events, y->batch->events + b->events,
                 a->events_len * sizeof(struct event));
}

static void compare(struct suite *s, const char *source,
                    const char *argument) {
  char *binary = suite_build(s, source);
  if (!binary)
    return;
  struct search_options o = {.argument = argument};
  struct executor *reset = suite_open(s, binary, &o);
  o.fork = true;
  struct executor *fork = suite_open(s, binary, &o);
  unsigned equal = 0;
  for (uint64_t seed = 0; seed < RUNS && reset && fork; seed++) {
    const struct run *a = run_seed(reset, seed), *b = run_seed(fork, seed);
    equal += a && b && same(reset, a, fork, b);
  }
  suite_check(s, equal == RUNS, "%s: %u of %d runs are the same after a reset "
              "and in a process of their own", source, equal, RUNS);
  if (reset)
    reset->close(reset);
  if (fork)
    fork->close(fork);
  free(binary);
}

/* All families used as they should be: nothing is found. */
static void families(struct suite *s) {
  static const char *const checks[] = {"0", "1", "2", "3", "4", "5", "6"};
  char *binary = suite_build(s, "tests/programs/families.c");
  for (int i = 0; i < 7 && binary; i++) {
    struct search r;
    struct search_options o = {.strategy = "random", .runs = 2000,
                               .argument = checks[i]};
    if (!suite_search(s, &r, binary, &o))
      continue;
    suite_check(s, !r.sched.findings.len &&
                       r.sched.stats.complete == 2000,
                "families %d: %s", i,
                r.sched.findings.len && r.sched.findings.at[0].text
                    ? r.sched.findings.at[0].text
                    : "not all runs complete");
    suite_search_end(&r);
  }
  free(binary);
}

/* Choices that are no threads: the waiter that is woken, an input. */
static void choices(struct suite *s) {
  static const char *const sources[] = {"tests/programs/alternatives.c",
                                        "tests/programs/nondet.c"};
  for (int i = 0; i < 2; i++) {
    char *binary = suite_build(s, sources[i]);
    struct search r;
    struct search_options o = {.strategy = "full", .first = true};
    if (binary && suite_search(s, &r, binary, &o)) {
      suite_check(s, r.sched.findings.len == 1 &&
                         r.sched.findings.at[0].kind == FOUND_ASSERTION,
                  "%s: the assertion is not reached", sources[i]);
      suite_search_end(&r);
    }
    free(binary);
  }
}

void suite_oracle(struct suite *s) {
  compare(s, "programs/fib1.c", NULL);
  compare(s, "programs/dining1.c", NULL);
  compare(s, "programs/filesystem16.c", NULL);
  compare(s, "programs/bugs/crash.c", NULL);
  compare(s, "programs/bugs/use-after-free.c", NULL);
  compare(s, "tests/programs/families.c", NULL);
  compare(s, "tests/programs/robust/arguments.c", "argument");
  families(s);
  choices(s);
}
