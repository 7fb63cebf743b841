/* tests/programs/rounds: loops that do not end are found, reduced and replayed;
 * loops that end some time, and loops that a starved thread would end, are
 * never taken for such: the bound on steps is a limit. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sched/minimise.h"
#include "suite.h"

static const struct {
  const char *name;
  bool deep; /* it takes a schedule that few searches come to */
} endless[] = {{"polite"}, {"philosophers", true}, {"never"}, {"hand-on"},
               {"play"},   {"around"},             {"asleep"}};
static const char *const counting[] = {
    "register", "global", "heap", "own", "key", "errno", "argument", "lock",
    "stack", "memory", "clock", "chance", "file", "stream", "stopped", "takes",
    "slowly"};
static const char *const strategies[] = {"optimal", "dpor", "random", "pct",
                                         "full"};
enum {
  ENDLESS = sizeof endless / sizeof *endless,
  COUNTING = sizeof counting / sizeof *counting,
  STRATEGIES = sizeof strategies / sizeof *strategies,
  RUNS = 20,
  RUNS_MANY = 20000,
  STEPS = 2000
};

static struct sched_finding *loop_of(struct search *r) {
  for (size_t i = 0; i < r->sched.findings.len; i++)
    if (r->sched.findings.at[i].kind == FOUND_LIVELOCK)
      return &r->sched.findings.at[i];
  return NULL;
}

/* The reduced run, once more: it ends where it began its round. */
static bool closes(struct executor *x, const struct sched_finding *f) {
  struct batch *b = x->batch;
  batch_clear(b);
  struct plan *p = batch_plan(b, f->choices_len);
  if (!p)
    return false;
  batch_prefix(b, p, f->choices);
  p->flags |= PLAN_CIRCLE;
  p->round = f->round;
  return x->run(x) && b->done == 1 && b->runs[0].end == RUN_STEPS &&
         b->runs[0].finding == FOUND_LIVELOCK;
}

/* Another round is the same: so it can be repeated for ever. */
static bool repeats(struct executor *x, const struct sched_finding *f) {
  struct sched_finding twice = *f;
  uint32_t round = f->choices_len - f->round;
  choice *all = calloc(f->choices_len + round, sizeof *all);
  memcpy(all, f->choices, f->choices_len * sizeof *all);
  memcpy(all + f->choices_len, f->choices + f->round, round * sizeof *all);
  twice.choices = all;
  twice.choices_len += round;
  twice.round += round;
  bool ok = closes(x, &twice);
  free(all);
  return ok;
}

/* When everybody has his turn, one step after the other, it goes round. */
static void goes_round_fairly(struct suite *s, const char *binary,
                              const char *name) {
  struct search_options o = {.argument = name};
  struct sched_finding f = {.round = ROUND_ANYWHERE};
  struct executor *x = suite_open(s, binary, &o);
  if (!x)
    return;
  suite_check(s, closes(x, &f), "%s: ends when everybody has his turn", name);
  x->close(x);
}

static void goes_round(struct suite *s, const char *binary, const char *name) {
  struct search r;
  struct search_options o = {.strategy = "optimal", .argument = name,
                             .runs = RUNS_MANY, .steps = 300, .first = true,
                             .no_races = true};
  if (!suite_search(s, &r, binary, &o))
    return;
  struct sched_finding *f = loop_of(&r);
  suite_check(s, f, "%s: no loop that does not end in %lu runs", name,
              (unsigned long)r.sched.stats.executions);
  if (f) {
    struct minimised m;
    struct minimise_options mo = {0};
    bool ok = minimise(&m, r.x, &mo, f, NULL);
    suite_check(s, ok && m.done && f->rounds && f->choices_len < 40,
                "%s: reduced to %u steps, %s", name, f->choices_len,
                m.reason ? m.reason : "done");
    suite_check(s, m.events <= m.first_events, "%s: %u of %u events", name,
                m.events, m.first_events);
    suite_check(s, closes(r.x, f) && repeats(r.x, f),
                "%s: the round does not come again", name);
    minimised_free(&m);
  }
  suite_search_end(&r);
}

static void counts(struct suite *s, const char *binary, const char *name,
                   const char *strategy) {
  struct search r;
  struct search_options o = {.strategy = strategy, .argument = name,
                             .runs = RUNS, .steps = STEPS, .no_races = true};
  if (!suite_search(s, &r, binary, &o))
    return;
  suite_check(s, !loop_of(&r), "%s, %s: said to be a loop that does not end",
              name, strategy);
  suite_check(s, r.sched.stats.cut_off || r.sched.stats.complete,
              "%s, %s: nothing was tried", name, strategy);
  suite_search_end(&r);
}

void suite_rounds(struct suite *s) {
  char *binary = suite_build(s, "tests/programs/rounds/endless.c");
  for (size_t i = 0; binary && i < ENDLESS; i++) {
    goes_round_fairly(s, binary, endless[i].name);
    if (!endless[i].deep)
      goes_round(s, binary, endless[i].name);
  }
  free(binary);
  binary = suite_build(s, "tests/programs/rounds/counts.c");
  for (size_t i = 0; binary && i < COUNTING; i++)
    for (size_t k = 0; k < STRATEGIES; k++)
      counts(s, binary, counting[i], strategies[k]);
  free(binary);
}
