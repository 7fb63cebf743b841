/* Inputs of a failing run made simple, against all values: what is reported
 * fails, and no single input could be simpler with the others as they are.
 * Once as choices, once as values that the search was given; what the user
 * has fixed stays. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "inputs-case.h"
#include "sched/minimise.h"
#include "suite.h"

enum { X, Y, Z, INPUTS };

struct values {
  long at[INPUTS];
};

static const struct {
  long low, high;
} ranges[INPUTS] = {{X_LOW, X_HIGH}, {Y_LOW, Y_HIGH}, {0, Z_COUNT - 1}};

static bool is_simpler(long a, long b) {
  return labs(a) != labs(b) ? labs(a) < labs(b) : a > b;
}

static bool bad(int number, const struct values *v) {
  return fails(number, v->at[X], v->at[Y], v->at[Z]);
}

/* The values of the run; main takes x and z, the other thread y. */
static struct values values_of(const struct sched_finding *f) {
  struct values v = {{0}};
  unsigned mine = 0;
  for (uint32_t i = 0; i < f->events_len; i++) {
    const struct event *e = &f->events[i];
    if (e->kind != OP_INPUT || e->flags & EVENT_PENDING)
      continue;
    unsigned which = e->thread ? Y : mine++ ? Z : X;
    v.at[which] = (long)(int64_t)e->value;
  }
  return v;
}

static void check_minimal(struct suite *s, const char *what, int number,
                          const struct values *v, bool ranged,
                          unsigned fixed) {
  suite_check(s, bad(number, v), "%s: %ld, %ld, %ld does not fail", what,
              v->at[X], v->at[Y], v->at[Z]);
  for (unsigned i = 0; i < INPUTS; i++) {
    struct values w = *v;
    long low = ranged ? ranges[i].low : -50;
    long high = ranged ? ranges[i].high : 50;
    for (w.at[i] = low; i != fixed && w.at[i] <= high; w.at[i]++)
      if (is_simpler(w.at[i], v->at[i]) && bad(number, &w)) {
        suite_check(s, false, "%s: input %u is %ld, and %ld does it", what, i,
                    v->at[i], w.at[i]);
        break;
      }
  }
}

static bool minimised(struct suite *s, const char *what, struct search *r,
                      const struct plan_input *inputs, uint32_t count,
                      struct values *out) {
  struct minimise_options o = {.inputs = inputs, .inputs_len = count};
  struct minimised m = {0};
  bool ok = r->sched.findings.len &&
            minimise(&m, r->x, &o, &r->sched.findings.at[0], NULL) && m.done;
  suite_check(s, ok && m.preemptions <= 1, "%s: not minimised", what);
  if (ok)
    *out = values_of(&r->sched.findings.at[0]);
  minimised_free(&m);
  return ok;
}

/* Each value is a choice; perhaps x is the user's. */
static void as_choices(struct suite *s, int number, const char *binary,
                       const char *strategy, bool fix) {
  struct plan_input named = {INPUT_NAMED, input_name("x"), 7};
  struct search r;
  struct search_options o = {.strategy = strategy, .runs = 100000,
                             .first = true, .inputs = &named,
                             .inputs_len = fix};
  struct values v;
  char what[80];
  snprintf(what, sizeof what, "inputs %d (%s%s)", number, strategy,
           fix ? ", x fixed" : "");
  if (!suite_search(s, &r, binary, &o))
    return;
  if ((!fix || r.sched.findings.len) &&
      minimised(s, what, &r, &named, fix, &v)) {
    suite_check(s, !fix || v.at[X] == 7, "%s: x became %ld", what, v.at[X]);
    check_minimal(s, what, number, &v, true, fix ? X : INPUTS);
  }
  suite_search_end(&r);
}

/* Values that fail, as a search might give them: far from simple. */
static bool some_values(int number, struct values *v) {
  for (v->at[X] = 40; v->at[X] >= -40; v->at[X]--)
    for (v->at[Y] = 40; v->at[Y] >= 0; v->at[Y]--)
      for (v->at[Z] = 30; v->at[Z] >= 0; v->at[Z]--)
        if (bad(number, v))
          return true;
  return false;
}

static void as_values(struct suite *s, int number, const char *binary) {
  struct values v = {{0}};
  char what[80];
  snprintf(what, sizeof what, "inputs %d (given)", number);
  suite_check(s, some_values(number, &v), "%s: never fails", what);
  struct plan_input given[] = {{0, 0, v.at[X]}, {1, 0, v.at[Y]},
                               {0, 1, v.at[Z]}, {0, 2, 12345}};
  struct search r;
  struct search_options o = {.strategy = "optimal", .first = true,
                             .inputs = given, .inputs_len = 4};
  if (!suite_search(s, &r, binary, &o))
    return;
  if (minimised(s, what, &r, given, 4, &v)) {
    check_minimal(s, what, number, &v, false, INPUTS);
    suite_check(s, r.sched.findings.at[0].inputs_len <= INPUTS,
                "%s: an input that nobody takes is left", what);
  }
  suite_search_end(&r);
}

void suite_inputs(struct suite *s) {
  for (int number = 0; number < CASES; number++) {
    struct text options = {0};
    text_printf(&options, "-Iinclude -DCASE=%d", number);
    char *binary =
        suite_build_with(s, "tests/programs/inputs-case.c", text_str(&options));
    if (binary) {
      as_choices(s, number, binary, "optimal", false);
      as_choices(s, number, binary, "random", false);
      as_choices(s, number, binary, "random", true);
    }
    free(binary);
    text_add(&options, " -DWIDE");
    binary =
        suite_build_with(s, "tests/programs/inputs-case.c", text_str(&options));
    if (binary)
      as_values(s, number, binary);
    free(binary);
    text_free(&options);
  }
}
