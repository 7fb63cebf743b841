/* tests/programs/waits: algorithms that wait in loops.  As they stand: every
 * schedule covered, no finding, by the exhaustive strategies and by the random
 * ones, and no run anywhere near the bound on steps.  With BROKEN: a finding,
 * by each of them.  (The bug of szymanski needs so many switches that random
 * schedules meet it once in some ten thousand runs: there the exhaustive ones
 * must find it.)
 *
 * What optimal counts: for the ticket lock the orders of three tickets, 3!; for
 * all that are small enough the complete traces of `full`, counted apart
 * (random.c).  Runs in which a thread looked too early are left only where a
 * turn holds a lock, or reads several places that others write in no order
 * (filter).  A lock for n that lets its threads in one by one, and in whose
 * loop one access decides, has n! runs and no others.  Readers of a sequence
 * lock who keep what they read to themselves come each before, between or after
 * its two writes. */
#include <stdio.h>
#include <stdlib.h>

#include "base/map.h"
#include "sched/strategy.h"
#include "suite.h"

enum {
  LONGEST = 400, /* steps of a run */
  SMALL = 60000, /* interleavings that are counted one by one */
  RANDOM = 3000,
};

static const struct {
  const char *name;
  uint64_t complete, early; /* runs of optimal */
  bool deep;                /* its bug is */
} programs[] = {
    {"peterson", 4, 0},
    {"filter", 145, 168},
    {"dekker", 4, 0},
    {"bakery", 9, 0},
    {"szymanski", 29, 0, true},
    {"mcs", 66, 0},
    {"clh", 6, 0},
    {"ticket", 6, 0},
    {"ttas", 162, 0},
    {"seqlock", 107, 0},
    {"grace", 9, 0},
    {"barrier", 12, 0},
    {"sense", 12, 0},
    {"poll", 1, 2},
    {"deadline", 6, 0},
};

static const struct {
  const char *name, *options;
  uint64_t runs;
} locks[] = {
    {"ticket", "-DTHREADS=4", 24},
    {"ticket", "-DTHREADS=5", 120},
    {"ticket", "-DTHREADS=6", 720},
    {"ticket", "-DTHREADS=7", 5040},
    {"spin", "-DHOW=0", 6},
    {"spin", "-DHOW=1", 6},
    {"spin", "-DHOW=2", 6},
    {"spin", "-DHOW=3", 36},
    {"spin", "-DHOW=4", 36},
    {"spin", "-DHOW=0 -DTHREADS=5", 120},
    {"bakery", "-DTHREADS=3", 254},
    {"bakery", "-DTHREADS=3 -DTWICE", 321},
    {"seqlock", "-DLOCALS=1", 3},
    {"seqlock", "-DLOCALS=3", 27},
    {"burns", "", 17},
    {"burns", "-DTHREADS=3", 18930},
    {"lamport", "", 16},
    {"anderson", "", 6},
    {"ring", "", 27},
    {"counted", "", 234},
};

struct traces {
  struct map seen;
  uint64_t count;
};

static void watch(void *user, const struct batch *b, uint32_t i) {
  struct traces *t = user;
  const struct run *r = &b->runs[i];
  bool added;
  if (r->end != RUN_COMPLETE)
    return;
  map_at(&t->seen, random_trace(b->events + r->events, r->events_len), &added);
  t->count += added;
}

static void check_full(struct suite *s, const char *name, const char *binary,
                       uint64_t optimal) {
  struct traces traces = {0};
  struct search r = {.x = suite_open(s, binary, &(struct search_options){0})};
  if (!r.x)
    return;
  struct sched_options o = {.strategy = &sched_full,
                            .runs = SMALL,
                            .all = true,
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .watch = watch,
                            .watch_user = &traces};
  sched_open(&r.sched, r.x, &o);
  sched_run(&r.sched, NULL);
  bool whole = sched_covered(&r.sched);
  s->patient += whole;
  suite_check(s, !whole || traces.count == optimal,
              "%s: full has %lu complete traces, optimal %lu", name,
              (unsigned long)traces.count, (unsigned long)optimal);
  map_free(&traces.seen);
  suite_search_end(&r);
}

static void check_right(struct suite *s, size_t i, const char *binary) {
  static const char *const strategies[] = {"optimal", "dpor", "random", "pct"};
  for (unsigned k = 0; k < 4; k++) {
    struct search r;
    struct search_options o = {.strategy = strategies[k],
                               .runs = k < 2 ? 0 : RANDOM};
    if (!suite_search(s, &r, binary, &o))
      return;
    const struct sched_stats *n = &r.sched.stats;
    bool ok = !r.sched.findings.len && n->longest < LONGEST &&
              (k >= 2 || sched_covered(&r.sched)) && (k < 2 || !n->early);
    if (k == 0)
      ok &= n->complete == programs[i].complete &&
            n->early == programs[i].early && !n->redundant;
    if (k == 1)
      ok &= n->complete >= programs[i].complete;
    suite_check(s, ok,
                "%s, %s: %zu findings, %lu complete, %lu early, %lu redundant, "
                "longest %lu",
                programs[i].name, strategies[k], r.sched.findings.len,
                (unsigned long)n->complete, (unsigned long)n->early,
                (unsigned long)n->redundant, (unsigned long)n->longest);
    suite_search_end(&r);
  }
  check_full(s, programs[i].name, binary, programs[i].complete);
}

static void check_broken(struct suite *s, const char *name, const char *binary,
                         unsigned count) {
  static const char *const strategies[] = {"optimal", "dpor", "random", "pct"};
  for (unsigned k = 0; k < count; k++) {
    struct search r;
    struct search_options o = {
        .strategy = strategies[k], .first = true, .runs = k < 2 ? 0 : RANDOM};
    if (!suite_search(s, &r, binary, &o))
      return;
    suite_check(s, r.sched.findings.len && r.sched.stats.longest < LONGEST,
                "%s BROKEN, %s: %zu findings, longest %lu", name, strategies[k],
                r.sched.findings.len, (unsigned long)r.sched.stats.longest);
    suite_search_end(&r);
  }
}

static void check_lock(struct suite *s, const char *name, const char *options,
                       uint64_t runs) {
  char source[80];
  struct search r;
  snprintf(source, sizeof source, "tests/programs/waits/%s.c", name);
  char *binary = suite_build_with(s, source, options);
  struct search_options o = {.strategy = "optimal"};
  if (binary && suite_search(s, &r, binary, &o)) {
    const struct sched_stats *n = &r.sched.stats;
    suite_check(s,
                n->executions == runs && n->complete == runs &&
                    sched_covered(&r.sched),
                "%s %s: %lu executions, %lu complete", name, options,
                (unsigned long)n->executions, (unsigned long)n->complete);
    suite_search_end(&r);
  }
  free(binary);
}

void suite_waits(struct suite *s) {
  for (size_t i = 0; i < sizeof locks / sizeof *locks; i++)
    check_lock(s, locks[i].name, locks[i].options, locks[i].runs);
  s->patient = 0;
  size_t count = sizeof programs / sizeof *programs;
  for (size_t i = 0; i < count; i++) {
    char source[80];
    snprintf(source, sizeof source, "tests/programs/waits/%s.c",
             programs[i].name);
    char *right = suite_build(s, source);
    char *broken = suite_build_with(s, source, "-DBROKEN");
    if (right)
      check_right(s, i, right);
    if (broken)
      check_broken(s, programs[i].name, broken, programs[i].deep ? 2 : 4);
    free(right);
    free(broken);
  }
  suite_check(s, s->patient >= count / 2, "only %u of %zu were counted",
              s->patient, count);
}
