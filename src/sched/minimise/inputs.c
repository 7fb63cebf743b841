/* Alternatives and inputs made simple: 0, then small, then few. */
#include <string.h>

#include "sched/minimise/stages.h"

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
    schedule_set(&best->schedule, r.schedule.at.at, r.schedule.at.len);
    best->preemptions = r.preemptions;
    best->switches = r.switches;
  }
  reduced_free(&r);
  return ok;
}

/* --- alternatives of steps ---------------------------------------------- */

static bool set_alternative(struct trial *t, struct reduced *best, size_t i,
                            unsigned alt) {
  struct schedule s = {0};
  schedule_set(&s, best->schedule.at.at, best->schedule.at.len);
  s.at.at[i] = CHOICE(CHOICE_THREAD(s.at.at[i]), alt);
  bool ok = still(t, best, &s);
  schedule_free(&s);
  return ok;
}

/* How simple an alternative is, 0 the simplest: of an input by its value (0,
 * 1, -1, 2 ...), of others by its number. */
static uint64_t rank(const struct event *e, unsigned alt) {
  if (e->kind != OP_INPUT)
    return alt;
  int64_t value = (int64_t)(e->value - e->alt + alt);
  return value > 0 ? 2 * (uint64_t)value - 1 : 2 * (0 - (uint64_t)value);
}

/* The simplest alternative of step i that does, if simpler than what it has. */
static void lower_alternative(struct trial *t, struct reduced *best, size_t i,
                              struct event e) {
  uint64_t floor = 0; /* those below were tried */
  while (!trial_over(t)) {
    unsigned next = e.alt;
    for (unsigned a = 0; a < e.alts && a < ALTS_MAX; a++)
      if (rank(&e, a) >= floor && rank(&e, a) < rank(&e, next))
        next = a;
    if (next == e.alt || set_alternative(t, best, i, next))
      return;
    floor = rank(&e, next) + 1;
  }
}

/* The event of step i when the best is run; false when there is none. */
static bool step_event(struct trial *t, const struct reduced *best, size_t i,
                       struct event *out) {
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

static void lower_alternatives(struct trial *t, struct reduced *best) {
  struct event e;
  size_t i = 0;
  while (!trial_over(t) &&
         (i = next_choice(t, best, i)) < best->schedule.at.len) {
    if (step_event(t, best, i, &e))
      lower_alternative(t, best, i, e);
    i++;
  }
}

/* --- inputs of the plan ------------------------------------------------- */

static bool with_value(struct trial *t, struct reduced *best, size_t i,
                       int64_t value) {
  int64_t old = t->inputs.at[i].value;
  t->inputs.at[i].value = value;
  if (still(t, best, &best->schedule))
    return true;
  t->inputs.at[i].value = old;
  return false;
}

/* An input that the plan does not name is 0. */
static bool without_input(struct trial *t, struct reduced *best, size_t i) {
  struct plan_input gone = t->inputs.at[i];
  size_t rest = t->inputs.len - i - 1;
  memmove(t->inputs.at + i, t->inputs.at + i + 1, rest * sizeof gone);
  t->inputs.len--;
  if (still(t, best, &best->schedule))
    return true;
  t->inputs.len++;
  memmove(t->inputs.at + i + 1, t->inputs.at + i, rest * sizeof gone);
  t->inputs.at[i] = gone;
  return false;
}

/* Towards 0 by halves of the distance that is left, down to single steps. */
static void lower_value(struct trial *t, struct reduced *best, size_t i) {
  if (with_value(t, best, i, 0))
    return;
  int64_t low = 0; /* does not fail, or not as well */
  while (!trial_over(t)) {
    int64_t high = t->inputs.at[i].value;
    int64_t gap = high > low ? high - low : low - high;
    if (gap <= 1)
      break;
    int64_t middle = high > low ? low + gap / 2 : low - gap / 2;
    if (!with_value(t, best, i, middle))
      low = middle;
  }
  if (t->inputs.at[i].value < 0)
    with_value(t, best, i, -t->inputs.at[i].value);
}

/* Only inputs that the program takes silently: those are any number; an
 * input that is a choice has its values as alternatives. */
static bool is_silent(const struct trial *t, const struct plan_input *in) {
  uint32_t index = 0;
  for (uint32_t i = 0; i < t->events_len; i++) {
    const struct event *e = &t->events[i];
    if (e->kind == OP_INPUT && e->thread == in->thread &&
        !(e->flags & EVENT_PENDING) && index++ == in->index)
      return e->flags & EVENT_SILENT;
  }
  return true; /* not taken */
}

void stage_inputs(struct trial *t, struct reduced *best) {
  lower_alternatives(t, best);
  if (t->options->fixed_inputs)
    return;
  for (size_t i = t->inputs.len; i-- > 0 && !trial_over(t);) {
    trial_run(t, best->schedule.at.at, best->schedule.at.len, trial_stop(t));
    if (!is_silent(t, &t->inputs.at[i]) || without_input(t, best, i))
      continue;
    lower_value(t, best, i);
  }
}
