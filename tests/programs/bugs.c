/* programs/bugs: every bug is found, by the exhaustive searches and by the
 * random ones; its fixed twin has no finding; every finding replays ten times
 * out of ten, from a rebuilt binary at another place.  The least number of
 * preemptions that the program says is the one at which the search of all
 * interleavings first finds it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "programs/bugs/bugs.h"
#include "suite.h"

enum { RANDOM_RUNS = 5000 };

static const struct {
  const char *name;
  uint8_t kind;
  uint8_t least; /* preemptions */
} rows[] = {
#define ROW(name, kind, least) {name, FOUND_##kind, least},
    BUGS_OF_EACH_KIND(ROW) BUGS_KNOWN(ROW)
#undef ROW
};

static const struct {
  const char *name;
  uint64_t runs; /* 0: to the end */
} strategies[] = {{"optimal", 0},
                  {"dpor", 0},
                  {"unfold", 0},
                  {"contextual", 0},
                  {"reach", 0},
                  {"stateful", 0},
                  {"random", RANDOM_RUNS},
                  {"pct", RANDOM_RUNS}};
enum { STRATEGIES = sizeof strategies / sizeof *strategies };

static const struct sched_finding *finding_of(const struct search *r,
                                              uint8_t kind) {
  for (size_t i = 0; i < r->sched.findings.len; i++)
    if (r->sched.findings.at[i].kind == kind)
      return &r->sched.findings.at[i];
  return NULL;
}

/* Runs the schedule of a finding; whether it comes out again.  A data race
 * does not end a run: there the events must be the same. */
static bool comes_again(struct executor *x, const struct sched_finding *f) {
  struct batch *b = x->batch;
  batch_clear(b);
  struct plan *p = batch_plan(b, f->choices_len);
  if (!p)
    return false;
  batch_prefix(b, p, f->choices);
  if (!x->run(x) || b->done != 1)
    return false;
  const struct run *r = &b->runs[0];
  bool same = r->events_len == f->events_len &&
              !memcmp(b->events + r->events, f->events,
                      r->events_len * sizeof *f->events);
  return same && (f->kind == FOUND_RACE || r->finding == f->kind);
}

static void replay(struct suite *s, const char *source,
                   const struct sched_finding *f) {
  char *again = suite_build_with(s, source, "-g"); /* built once more */
  struct executor *x = again ? suite_open(s, again, &(struct search_options){0})
                            : NULL;
  if (x) {
    int good = 0;
    for (int i = 0; i < 10; i++)
      good += comes_again(x, f);
    suite_check(s, good == 10, "%s: the finding replays %d times of 10",
                source, good);
    x->close(x);
  }
  free(again);
}

static void find(struct suite *s, const char *source, const char *binary,
                 uint8_t kind, const char *strategy, uint64_t runs) {
  struct search r;
  struct search_options o = {.strategy = strategy, .runs = runs};
  if (!suite_search(s, &r, binary, &o))
    return;
  const struct sched_finding *f = finding_of(&r, kind);
  suite_check(s, f, "%s: %s does not find '%s'", source, strategy,
              found_key(kind));
  if (f && !strcmp(strategy, "optimal"))
    replay(s, source, f);
  suite_search_end(&r);
}

/* Whether the search of all interleavings with so many preemptions finds it. */
static bool within(struct suite *s, const char *binary, uint8_t kind,
                   unsigned preemptions) {
  struct search r;
  struct search_options o = {.strategy = "full", .bounded = true,
                             .preemptions = preemptions, .runs = 2000000};
  if (!suite_search(s, &r, binary, &o))
    return false;
  bool found = finding_of(&r, kind);
  suite_check(s, found || r.sched.finished, "%s: %u preemptions are too many",
              binary, preemptions);
  suite_search_end(&r);
  return found;
}

static void find_least(struct suite *s, const char *source, const char *binary,
                       uint8_t kind, unsigned least) {
  suite_check(s, within(s, binary, kind, least),
              "%s: not found with %u preemptions", source, least);
  if (least)
    suite_check(s, !within(s, binary, kind, least - 1),
                "%s: found with less than %u preemptions", source, least);
}

static void find_nothing(struct suite *s, const char *source,
                         const char *binary, const char *strategy,
                         uint64_t runs) {
  struct search r;
  struct search_options o = {.strategy = strategy, .runs = runs};
  if (!suite_search(s, &r, binary, &o))
    return;
  bool clean = !r.sched.findings.len && (runs || sched_covered(&r.sched));
  suite_check(s, clean, "%s: false alarm of %s: %s", source, strategy,
              r.sched.findings.len ? found_key(r.sched.findings.at[0].kind)
                                   : "not finished");
  suite_search_end(&r);
}

/* Two threads that may join the same one: rows that unfold say that optimal
 * applies (sched/unfold/applies.c). */
static bool applies(const char *bug, const char *strategy) {
  return strcmp(bug, "join") ||
         (strcmp(strategy, "unfold") && strcmp(strategy, "contextual") &&
          strcmp(strategy, "stateful"));
}

void suite_bugs(struct suite *s) {
  unsigned less = s->quick ? 20 : 1;
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char bad[128], good[128];
    snprintf(bad, sizeof bad, "programs/bugs/%s.c", rows[i].name);
    snprintf(good, sizeof good, "programs/bugs/%s-fixed.c", rows[i].name);
    char *binary = suite_build(s, bad);
    for (size_t k = 0; binary && k < STRATEGIES; k++)
      if (applies(rows[i].name, strategies[k].name))
        find(s, bad, binary, rows[i].kind, strategies[k].name,
             strategies[k].runs);
    if (binary)
      find_least(s, bad, binary, rows[i].kind, rows[i].least);
    free(binary);
    binary = suite_build(s, good);
    for (size_t k = 0; binary && k < STRATEGIES; k++)
      if (applies(rows[i].name, strategies[k].name))
        find_nothing(s, good, binary, strategies[k].name,
                     strategies[k].runs / less);
    free(binary);
  }
}
