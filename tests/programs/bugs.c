/* programs/bugs: every bug is found, by an exhaustive search and by a random
 * one; its fixed twin has no finding; every finding replays ten times out of
 * ten, from a rebuilt binary at another place. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "suite.h"

static const struct {
  const char *name;
  uint8_t kind;
} rows[] = {
    {"assertion", FOUND_ASSERTION},
    {"abort", FOUND_ABORT},
    {"crash", FOUND_CRASH},
    {"deadlock", FOUND_DEADLOCK},
    {"race", FOUND_RACE},
    {"unlock", FOUND_MISUSE},
    {"destroy", FOUND_MISUSE},
    {"join", FOUND_MISUSE},
    {"use-after-free", FOUND_USE_AFTER_FREE},
    {"double-free", FOUND_DOUBLE_FREE},
    {"out-of-bounds", FOUND_OUT_OF_BOUNDS},
    {"livelock", FOUND_LIVELOCK},
    {"lost-signal", FOUND_DEADLOCK},
    {"stack-overflow", FOUND_STACK},
};

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
  char *again = suite_build(s, source);
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
  if (f && !runs)
    replay(s, source, f);
  suite_search_end(&r);
}

static void find_nothing(struct suite *s, const char *source,
                         const char *binary, const char *strategy,
                         uint64_t runs) {
  struct search r;
  struct search_options o = {.strategy = strategy, .runs = runs};
  if (!suite_search(s, &r, binary, &o))
    return;
  bool clean = !r.sched.findings.len && (runs || r.sched.finished);
  suite_check(s, clean, "%s: false alarm of %s: %s", source, strategy,
              r.sched.findings.len ? found_key(r.sched.findings.at[0].kind)
                                   : "not finished");
  suite_search_end(&r);
}

void suite_bugs(struct suite *s) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char bad[128], good[128];
    snprintf(bad, sizeof bad, "programs/bugs/%s.c", rows[i].name);
    snprintf(good, sizeof good, "programs/bugs/%s-fixed.c", rows[i].name);
    char *binary = suite_build(s, bad);
    if (binary) {
      find(s, bad, binary, rows[i].kind, "optimal", 0);
      find(s, bad, binary, rows[i].kind, "random", 1000);
    }
    free(binary);
    binary = suite_build(s, good);
    if (binary) {
      find_nothing(s, good, binary, "optimal", 0);
      find_nothing(s, good, binary, "random", 1000);
    }
    free(binary);
  }
}
