/* programs/bugs as parts of an application (programs/bugs/busy.h): every bug
 * is found there too, and the run that is reported of it has the same failure
 * at the same place, comes again, has no more preemptions than bugs.h says,
 * and on average at most a tenth of the events of the run that was found;
 * the fixed twins have no finding. */
#include <stdio.h>
#include <stdlib.h>

#include "base/text.h"
#include "looking.h"
#include "programs/bugs/bugs.h"
#include "sched/minimise.h"
#include "suite.h"

enum {
  RUNS_RANDOM = 20000,
  RUNS_PCT = 3000, /* finds most by then; bench/minimise has them all */
  RUNS_SMALL = 8000, /* to minimise: less than half of what `heddle test` spends */
  RUNS_TWIN = 200,
  AGAIN = 10
};

static const struct bug {
  const char *name;
  uint8_t kind, least;
} bugs[] = {
#define ROW(name, kind, least) {name, FOUND_##kind, least},
    BUGS_OF_EACH_KIND(ROW) BUGS_KNOWN(ROW)
#undef ROW
};
enum { BUGS = sizeof bugs / sizeof *bugs };

struct tally {
  unsigned found, looked;
  uint64_t events, first_events;
  double part; /* the sum of what is left, each of its own run */
};

/* The part of the application that does not change, built once. */
static char *build_application(struct suite *s) {
  return suite_build_with(s, "programs/bugs/busy.c", "-c");
}

static char *build_part(struct suite *s, const char *name, const char *end,
                        const char *application) {
  struct text source = {0}, options = {0};
  text_printf(&source, "programs/bugs/%s%s.c", name, end);
  text_printf(&options, "-DBUSY '%s'", application);
  char *binary = suite_build_with(s, text_str(&source), text_str(&options));
  text_free(&source);
  text_free(&options);
  return binary;
}

/* How often the reduced run comes to the same failure at the same place. */
static unsigned comes_again(struct executor *x, struct looking *l,
                            const struct sched_finding *f) {
  unsigned came = 0;
  for (unsigned i = 0; i < AGAIN; i++)
    came += looking_shows(x, l, f->choices, f->choices_len,
                          f->stops ? PLAN_STOP : 0);
  return came;
}

static void reduce(struct suite *s, const char *what, const struct bug *bug,
                   struct search *r, struct tally *t) {
  struct sched_finding *f = &r->sched.findings.at[0];
  struct minimise_options o = {.runs = RUNS_SMALL};
  struct looking l = {.races = datarace_new()};
  struct minimised m = {0};
  bool known = looking_know(r->x, &l, f);
  suite_check(s, known && f->kind == bug->kind, "%s: finds '%s', not '%s'",
              what, found_key(f->kind), found_key(bug->kind));
  bool ok = minimise(&m, r->x, &o, f, NULL);
  unsigned came = comes_again(r->x, &l, f);
  suite_check(s, ok && came == AGAIN, "%s: comes %u times of %d", what, came,
              AGAIN);
  suite_check(s, m.preemptions <= bug->least,
              "%s: %u preemptions, and %u are known to suffice", what,
              m.preemptions, bug->least);
  t->events += m.events;
  t->first_events += m.first_events;
  t->part += (double)m.events / m.first_events;
  minimised_free(&m);
  datarace_free(l.races);
}

static void find(struct suite *s, const struct bug *bug, const char *binary,
                 const char *strategy, uint64_t runs, struct tally *t) {
  struct search r;
  struct search_options o = {.strategy = strategy, .runs = runs, .first = true,
                             .no_races = bug->kind != FOUND_RACE};
  char what[200];
  snprintf(what, sizeof what, "%s in the application (%s)", bug->name,
           strategy);
  if (!suite_search(s, &r, binary, &o))
    return;
  t->looked++;
  if (r.sched.findings.len) {
    t->found++;
    reduce(s, what, bug, &r, t);
  }
  suite_search_end(&r);
}

static void find_nothing(struct suite *s, const char *name,
                         const char *application) {
  char *binary = build_part(s, name, "-fixed", application);
  struct search r;
  struct search_options o = {.strategy = "random", .runs = RUNS_TWIN};
  if (binary && suite_search(s, &r, binary, &o)) {
    suite_check(s, !r.sched.findings.len,
                "%s-fixed in the application: false alarm '%s'", name,
                r.sched.findings.len ? found_key(r.sched.findings.at[0].kind)
                                     : "");
    suite_search_end(&r);
  }
  free(binary);
}

static void conclude(struct suite *s, const struct tally *t,
                     const char *strategy, unsigned missed) {
  double mean = t->found ? t->part / t->found : 1;
  printf("busy: %s finds %u of %u; of %.0f events %.0f are left, on average "
         "%.3f\n",
         strategy, t->found, t->looked,
         (double)t->first_events / (t->found ? t->found : 1),
         (double)t->events / (t->found ? t->found : 1), mean);
  suite_check(s, t->found + missed >= t->looked, "busy: %s finds %u of %u",
              strategy, t->found, t->looked);
  const double most = t->looked < 20 ? 0.2 : 0.1; /* few are a poor mean */
  suite_check(s, mean <= most, "busy: %s: %.3f of the events are left",
              strategy, mean);
}

void suite_busy(struct suite *s) {
  struct tally random = {0}, pct = {0};
  char *application = build_application(s);
  for (size_t i = 0; application && i < BUGS; i += s->quick ? 9 : 1) {
    char *binary = build_part(s, bugs[i].name, "", application);
    if (binary) {
      find(s, &bugs[i], binary, "random", RUNS_RANDOM, &random);
      find(s, &bugs[i], binary, "pct", RUNS_PCT, &pct);
    }
    free(binary);
    find_nothing(s, bugs[i].name, application);
  }
  conclude(s, &random, "random", 0);
  conclude(s, &pct, "pct", 3);
  free(application);
}
