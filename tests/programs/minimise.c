/* The runs of programs/bugs made small: the same failure, a hundred times out
 * of a hundred; no run with fewer preemptions shows it, by the search of all
 * interleavings with a bound; the other run of the decisive switch does not
 * show it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "sched/datarace.h"
#include "sched/minimise.h"
#include "sched/strategy.h"
#include "looking.h"
#include "programs/bugs/bugs.h"
#include "suite.h"

enum { TIMES = 100, BRUTE_RUNS = 300000, BRUTE_STEPS = 200 };

static const struct bug {
  const char *name;
  uint8_t kind, least;
} bugs[] = {
#define ROW(name, kind, least) {name, FOUND_##kind, least},
    BUGS_OF_EACH_KIND(ROW) BUGS_KNOWN(ROW)
#undef ROW
};

/* Whether some run with at most so many preemptions shows it; *finished:
 * all of them were run. */
static bool some_run(struct executor *x, struct looking *l, uint32_t bound,
                     bool *finished) {
  struct sched s;
  struct sched_options o = {.strategy = &sched_full,
                            .preemptions = bound,
                            .delays = SCHED_UNBOUNDED,
                            .runs = BRUTE_RUNS,
                            .all = true,
                            .no_races = true,
                            .watch = looking_watch,
                            .watch_user = l};
  l->seen = false;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  *finished = s.finished;
  sched_close(&s);
  return l->seen;
}

static void check_least(struct suite *s, const char *what, struct executor *x,
                        struct looking *l, const struct minimised *m) {
  bool finished = true;
  if (m->preemptions)
    suite_check(s, !some_run(x, l, m->preemptions - 1, &finished),
                "%s: fewer than %u preemptions suffice", what, m->preemptions);
  suite_check(s, m->least, "%s: the least number is not known", what);
  suite_check(s, finished, "%s: too many runs", what);
  if (s->quick)
    return;
  suite_check(s, some_run(x, l, m->preemptions, &finished) || !finished,
              "%s: no complete run with %u preemptions fails", what,
              m->preemptions);
}

/* That no other choice helps: each step taken by each other thread that could
 * have gone, the rest as it was. */
static void check_indecisive(struct suite *s, const char *what,
                             struct executor *x, struct looking *l,
                             const struct sched_finding *f) {
  VEC(choice) other = {0};
  unsigned tried = 0, failed = 0;
  for (uint32_t e = 0, i = 0; e < f->events_len; e++) {
    const struct event *step = &f->events[e];
    if (step->flags & (EVENT_SILENT | EVENT_PENDING))
      continue;
    uint64_t left = step->enabled & ~((uint64_t)1 << step->thread);
    for (; left; left &= left - 1) {
      vec_resize(&other, i);
      if (i)
        memcpy(other.at, f->choices, i * sizeof *other.at);
      vec_push(&other, CHOICE(__builtin_ctzll(left), 0));
      for (uint32_t k = i; k < f->choices_len; k++)
        vec_push(&other, f->choices[k]);
      tried++;
      failed += looking_shows(x, l, other.at, (uint32_t)other.len, PLAN_SKIP);
    }
    i++;
  }
  suite_check(s, failed == tried, "%s: of %u other choices %u avoid it", what,
              tried, tried - failed);
  vec_free(&other);
}

static void check_decisive(struct suite *s, const char *what,
                           struct executor *x, struct looking *l,
                           const struct sched_finding *f,
                           const struct minimise_switch *d) {
  if (d->change == CHANGE_NONE) {
    suite_check(s, d->failed, "%s: no switch is known to decide it", what);
    check_indecisive(s, what, x, l, f);
    return;
  }
  bool fails = looking_shows(x, l, d->choices, d->choices_len, 0);
  const struct batch *b = x->batch;
  suite_check(s, !fails && b->runs[0].end == RUN_COMPLETE &&
                     !b->runs[0].finding,
              "%s: the other run fails, or is not over", what);
  suite_check(s, d->event < f->events_len && d->differs >= d->event &&
                     f->events[d->event].thread == d->to,
              "%s: the switch is somewhere else", what);
}

static void check(struct suite *s, const char *what, const struct bug *bug,
                  struct executor *x, struct sched_finding *f) {
  struct looking l = {.races = datarace_new()};
  struct minimise_options o = {0};
  struct minimised m;
  unsigned came = 0;
  bool known = looking_know(x, &l, f);
  suite_check(s, known, "%s: the first run does not come again", what);
  bool small = f->choices_len < BRUTE_STEPS;
  bool ok = known && minimise(&m, x, &o, f, NULL);
  suite_check(s, ok && m.done, "%s: not minimised: %s", what,
              ok && m.reason ? m.reason : "?");
  suite_check(s, ok && m.events <= m.first_events, "%s: %u of %u events", what,
              ok ? m.events : 0, ok ? m.first_events : 0);
  for (unsigned i = 0; ok && i < TIMES; i++)
    came += looking_shows(x, &l, f->choices, f->choices_len,
                  f->stops ? PLAN_STOP : 0) &&
            (!f->stops || x->batch->runs[0].events_len == f->events_len) &&
            x->batch->runs[0].events_len + THREADS_MAX >= f->events_len;
  suite_check(s, came == TIMES, "%s: comes %u times of %d", what, came, TIMES);
  if (ok && small)
    check_least(s, what, x, &l, &m);
  if (ok && f->kind == bug->kind)
    suite_check(s, m.preemptions <= bug->least,
                "%s: %u preemptions, and %u are known to suffice", what,
                m.preemptions, bug->least);
  if (ok) {
    check_decisive(s, what, x, &l, f, &m.decisive);
    minimised_free(&m);
  }
  datarace_free(l.races);
}

static void minimise_program(struct suite *s, const struct bug *bug) {
  char source[200];
  snprintf(source, sizeof source, "programs/bugs/%s.c", bug->name);
  static const char *const strategies[] = {"random", "optimal"};
  char *binary = suite_build(s, source);
  for (size_t i = 0; binary && i < 2; i++) {
    struct search r;
    struct search_options o = {.strategy = strategies[i], .runs = 20000,
                               .first = true};
    if (!suite_search(s, &r, binary, &o))
      continue;
    char what[400];
    snprintf(what, sizeof what, "%s (%s)", source, strategies[i]);
    suite_check(s, r.sched.findings.len, "%s: nothing found", what);
    if (r.sched.findings.len)
      check(s, what, bug, r.x, &r.sched.findings.at[0]);
    suite_search_end(&r);
  }
  free(binary);
}

void suite_minimise(struct suite *s) {
  for (size_t i = 0; i < sizeof bugs / sizeof *bugs; i++)
    if (!s->quick || i % 4 == 0)
      minimise_program(s, &bugs[i]);
}
