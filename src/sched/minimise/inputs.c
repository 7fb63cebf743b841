/* Alternatives and inputs made simple: 0, then small, then few. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/sound.h"
#include "sched/minimise/stages.h"
#include "sym/float.h"

static bool no_worse(const struct reduced *a, const struct reduced *b) {
  return a->preemptions <= b->preemptions &&
         a->schedule.at.len <= b->schedule.at.len;
}

/* Like stage_try, but as good is good enough: the inputs are simpler. */
static bool still(struct trial *t, struct reduced *best,
                  const struct schedule *s) {
  struct reduced r = {0};
  bool ok = trial_run(t, s->at.at, s->at.len, PLAN_SKIP | trial_stop(t)) &&
            trial_measure_last(t, best->preemptions, &r) && no_worse(&r, best);
  if (ok) {
    reduced_set(best, &r);
    t->round = best->round;
  }
  reduced_free(&r);
  return ok;
}

/* --- alternatives of steps ---------------------------------------------- */

static bool set_alternative(struct trial *t, struct reduced *best, size_t i,
                            unsigned alt) {
  EXPECTS(i < best->schedule.at.len && alt < ALTS_MAX);
  struct schedule s = {0};
  schedule_set(&s, best->schedule.at.at, best->schedule.at.len);
  s.at.at[i] = CHOICE(CHOICE_THREAD(s.at.at[i]), alt);
  bool ok = still(t, best, &s);
  schedule_free(&s);
  return ok;
}

/* How simple a number is: 0, 1, -1, 2, -2 ... */
static uint64_t simplicity(int64_t value) {
  if (value == INT64_MIN)
    return UINT64_MAX;
  return value > 0 ? 2 * (uint64_t)value - 1 : 2 * (0 - (uint64_t)value);
}

static int64_t of_simplicity(uint64_t s) {
  return s & 1 ? (int64_t)(s / 2) + 1 : -(int64_t)(s / 2);
}

/* How simple an alternative is, 0 the simplest: of an input by its value, of
 * others by its number. */
static uint64_t rank(const struct event *e, unsigned alt) {
  return e->kind == OP_INPUT ? simplicity((int64_t)(e->value - e->alt + alt))
                             : alt;
}

/* The simplest alternative of step i that does, if simpler than what it has. */
static bool lower_alternative(struct trial *t, struct reduced *best, size_t i,
                              struct event e) {
  EXPECTS(i < best->schedule.at.len);
  uint64_t floor = 0; /* those below were tried */
  while (!trial_over(t)) {
    unsigned next = e.alt;
    for (unsigned a = 0; a < e.alts && a < ALTS_MAX; a++)
      if (rank(&e, a) >= floor && rank(&e, a) < rank(&e, next))
        next = a;
    if (next == e.alt)
      return false;
    if (set_alternative(t, best, i, next))
      return true;
    floor = rank(&e, next) + 1;
  }
  return false;
}

/* The event of step i when the best is run; false when there is none. */
static bool step_event(struct trial *t, const struct reduced *best, size_t i,
                       struct event *out) {
  EXPECTS(i < best->schedule.at.len);
  size_t step = 0;
  trial_run(t, best->schedule.at.at, best->schedule.at.len, trial_stop(t));
  for (uint32_t k = 0; k < t->events_len; k++)
    if (!(t->events[k].flags & (EVENT_SILENT | EVENT_PENDING)) &&
        step++ == i) {
      *out = t->events[k];
      return true;
    }
  return false;
}

/* From step i on, the first that has alternatives; SIZE_MAX: none. */
static size_t next_choice(struct trial *t, const struct reduced *best,
                          size_t i) {
  size_t step = 0;
  trial_run(t, best->schedule.at.at, best->schedule.at.len, trial_stop(t));
  for (uint32_t k = 0; k < t->events_len; k++)
    if (!(t->events[k].flags & (EVENT_SILENT | EVENT_PENDING))) {
      if (step >= i && t->events[k].alts > 1)
        return step;
      step++;
    }
  return SIZE_MAX;
}

static bool lower_alternatives(struct trial *t, struct reduced *best) {
  struct event e;
  size_t i = 0;
  bool better = false;
  while (!trial_over(t) &&
         (i = next_choice(t, best, i)) < best->schedule.at.len) {
    if (step_event(t, best, i, &e))
      better |= lower_alternative(t, best, i, e);
    i++;
  }
  return better;
}

/* --- inputs of the plan ------------------------------------------------- */

/* The event by which the best run takes an input of the plan, or NULL: the
 * index-th of its thread, silent ones and choices alike. */
static const struct event *taking(const struct trial *t,
                                  const struct plan_input *in) {
  uint32_t index = 0;
  for (uint32_t i = 0; i < t->events_len; i++) {
    const struct event *e = &t->events[i];
    if (e->kind == OP_INPUT && e->thread == in->thread &&
        !(e->flags & EVENT_PENDING) && index++ == in->index)
      return e;
  }
  return NULL;
}

static bool has_name(const struct event *e, uint32_t name) {
  return e->object & LABEL_BIT &&
         (uint32_t)(e->object ^ e->object >> 32) == name;
}

/* What the user has fixed stays: inputs given by place or by name, and those
 * that have such a name. */
static bool is_users(const struct trial *t, const struct plan_input *in) {
  const struct minimise_options *o = t->options;
  const struct event *e = taking(t, in);
  if (in->thread == INPUT_NAMED)
    return true;
  for (uint32_t i = 0; i < o->fixed_len; i++)
    if (o->fixed[i].thread == in->thread && o->fixed[i].index == in->index)
      return true;
  vec_each(&t->inputs, other)
    if (other->thread == INPUT_NAMED && e && has_name(e, other->index))
      return true;
  return false;
}

static void run_best(struct trial *t, const struct reduced *best) {
  trial_run(t, best->schedule.at.at, best->schedule.at.len, trial_stop(t));
}

/* The executor may give another value, the nearest in range: that is what
 * the input is then. */
static bool with_value(struct trial *t, struct reduced *best, size_t i,
                       int64_t value) {
  int64_t old = t->inputs.at[i].value;
  if (value == old)
    return false;
  t->inputs.at[i].value = value;
  if (still(t, best, &best->schedule)) {
    run_best(t, best);
    const struct event *e = taking(t, &t->inputs.at[i]);
    if (e)
      t->inputs.at[i].value = (int64_t)e->value;
    if (simplicity(t->inputs.at[i].value) < simplicity(old))
      return true;
  }
  t->inputs.at[i].value = old;
  return false;
}

/* An input that the program does not take (any more) need not be given.  One
 * that it takes must be, even where it would take the same value by itself:
 * that value would be one of many, and the run one that is not told in full
 * (rt/verifier.c, tried_one). */
static bool without_input(struct trial *t, struct reduced *best, size_t i) {
  struct plan_input gone = t->inputs.at[i];
  size_t rest = t->inputs.len - i - 1;
  memmove(t->inputs.at + i, t->inputs.at + i + 1, rest * sizeof gone);
  t->inputs.len--;
  run_best(t, best);
  if (!taking(t, &gone) && still(t, best, &best->schedule))
    return true;
  t->inputs.len++;
  memmove(t->inputs.at + i + 1, t->inputs.at + i, rest * sizeof gone);
  t->inputs.at[i] = gone;
  return false;
}

/* Towards 0 by halves of the distance that is left, down to single steps. */
static bool halve(struct trial *t, struct reduced *best, size_t i) {
  int64_t low = 0; /* does not fail, or not as well */
  bool better = false;
  while (!trial_over(t)) {
    int64_t high = t->inputs.at[i].value;
    uint64_t gap = high > low ? (uint64_t)high - (uint64_t)low
                              : (uint64_t)low - (uint64_t)high;
    if (gap <= 1)
      break;
    int64_t middle =
        (int64_t)(high > low ? low + gap / 2 : (uint64_t)low - gap / 2);
    if (with_value(t, best, i, middle))
      better = true;
    else
      low = middle;
  }
  return better;
}

/* --- of floating point --------------------------------------------------- */

static uint64_t bits_of(double d, unsigned size) {
  return sym_number_bits(d, 8 * size);
}

/* How many digits tell it from others of its size. */
static int digits_of(uint64_t bits, unsigned size) {
  char text[40];
  for (int n = 1; n < 17; n++) {
    snprintf(text, sizeof text, "%.*g", n, sym_number(bits, 8 * size));
    if (bits_of(strtod(text, NULL), size) == bits)
      return n;
  }
  return 17;
}

static bool with_bits(struct trial *t, struct reduced *best, size_t i,
                      uint64_t bits) {
  int64_t old = t->inputs.at[i].value;
  t->inputs.at[i].value = (int64_t)bits;
  if ((int64_t)bits != old && still(t, best, &best->schedule))
    return true;
  t->inputs.at[i].value = old;
  return false;
}

/* A small whole number, or the one with the fewest digits near it. */
static bool lower_float(struct trial *t, struct reduced *best, size_t i,
                        unsigned size) {
  enum { SMALL = 2 * 16 + 1 };
  uint64_t now = (uint64_t)t->inputs.at[i].value;
  double d = sym_number(now, 8 * size);
  for (uint64_t s = 0; s < SMALL && !trial_over(t); s++) {
    uint64_t bits = bits_of((double)of_simplicity(s), size);
    if (bits == now)
      return false;
    if (with_bits(t, best, i, bits))
      return true;
  }
  if (d - d != 0)
    return false; /* infinite, or no number */
  for (int n = 1; n < digits_of(now, size) && !trial_over(t); n++) {
    char text[40];
    snprintf(text, sizeof text, "%.*g", n, d);
    if (with_bits(t, best, i, bits_of(strtod(text, NULL), size)))
      return true;
  }
  return false;
}

/* The simplest value that does: all small ones are tried, from 0 on; of a
 * large one the other sign, and then smaller and smaller. */
static bool lower_value(struct trial *t, struct reduced *best, size_t i) {
  enum { SMALL = 2 * 16 + 1 };
  for (uint64_t s = 0; s < SMALL && !trial_over(t); s++) {
    if (s >= simplicity(t->inputs.at[i].value))
      return false;
    if (with_value(t, best, i, of_simplicity(s)))
      return true;
  }
  int64_t now = t->inputs.at[i].value;
  bool better = now < 0 && now > INT64_MIN && with_value(t, best, i, -now);
  return halve(t, best, i) || better;
}

/* Only inputs that are taken silently, or as they are given: those are any
 * number; an input that is a choice has its values as alternatives. */
static bool lower_input(struct trial *t, struct reduced *best, size_t i) {
  run_best(t, best);
  const struct event *e = taking(t, &t->inputs.at[i]);
  if ((e && !(e->flags & (EVENT_SILENT | EVENT_GIVEN))) || is_users(t, &t->inputs.at[i]))
    return false;
  bool floats = e && (e->size == 4 || e->size == 8);
  bool lower = e && (floats ? lower_float(t, best, i, e->size)
                            : lower_value(t, best, i));
  return without_input(t, best, i) || lower;
}

void stage_inputs(struct trial *t, struct reduced *best) {
  bool better = true;
  while (better && !trial_over(t)) { /* one may depend on another */
    better = lower_alternatives(t, best);
    for (size_t i = t->inputs.len; i-- > 0 && !trial_over(t);)
      better |= lower_input(t, best, i);
  }
}
