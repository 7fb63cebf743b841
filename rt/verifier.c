/* The conventions of SV-COMP: inputs, assumptions. */
#include "rt/calls.h"
#include "rt/rt.h"
#include "rt/symbolic.h"

static bool is_solved(const struct plan_input *in) {
  return in->thread != INPUT_NAMED && in->thread & INPUT_SOLVED;
}

static bool is_meant(const struct plan_input *in, uint64_t label) {
  const struct fiber *f = rt.current;
  uint32_t name = (uint32_t)(label ^ label >> 32);
  return in->thread == INPUT_NAMED ? label && in->index == name
                                   : (in->thread & ~INPUT_SOLVED) == f->id &&
                                         in->index == f->inputs;
}

/* The value the plan gives to this input of the running thread.  Those that
 * were solved come last, about in the order in which they are asked for: each
 * is looked for from behind the one before. */
static bool given(uint64_t label, int64_t *value, uint32_t *how) {
  const struct wire *w = rt.wire;
  const struct plan *p = rt.plan;
  const struct plan_input *inputs =
      (const struct plan_input *)((const char *)w + w->inputs) + p->inputs;
  uint32_t fixed = 0, found = UINT32_MAX;
  for (; fixed < p->inputs_len && !is_solved(&inputs[fixed]); fixed++)
    if (is_meant(&inputs[fixed], label)) {
      found = fixed;
      break;
    }
  uint32_t solved = p->inputs_len - fixed;
  for (uint32_t i = 0; i < solved && found == UINT32_MAX; i++) {
    uint32_t at = fixed + (rt.solved + i) % solved;
    if (is_meant(&inputs[at], label)) {
      found = at;
      rt.solved = at - fixed + 1;
    }
  }
  if (found == UINT32_MAX)
    return false;
  *value = inputs[found].value;
  *how = inputs[found].thread;
  return true;
}

/* A choice among few, a step of its own. */
static int64_t choose(uint64_t object, int64_t low, uint16_t values,
                      heddle_at site) {
  struct fiber *f = rt.current;
  rt_block_blur();
  f->kind = OP_INPUT;
  f->object = object;
  f->size = 1;
  f->flags = rt.block ? EVENT_INSIDE : 0;
  f->site = site;
  f->alts = values;
  rt_park();
  int64_t value = low + f->alt;
  rt.step->value = (uint64_t)value;
  return value;
}

/* The bits of a float; those of a double, as a user gives them, are rounded. */
static int64_t float_given(const struct rt_input *in, int64_t value) {
  return in->floats == 4 && value >> 32
             ? (int64_t)sym_number_bits(sym_number((uint64_t)value, 64), 32)
             : value;
}

static void tell_input(const struct rt_input *in, uint64_t object,
                       int64_t value, heddle_at site) {
  struct event *e = rt.event;
  rt_silent(OP_INPUT, object, (uint64_t)value, site);
  if (in->floats && rt.event > e)
    e->size = in->floats;
}

/* One of many values was tried: what the others lead to is not known. */
static void tried_one(const struct rt_input *in, int64_t value,
                      heddle_at site) {
  char name[WIRE_ESCAPE_LEN];
  if (in->floats)
    snprintf(name, sizeof name, "%.32s=%g", in->name,
             sym_number((uint64_t)value, 8u * in->floats));
  else
    snprintf(name, sizeof name, "%.32s=%ld", in->name, value);
  rt_escape(WHY_INPUT, name, site);
}

int64_t rt_input(const struct rt_input *in, const void *self) {
  heddle_at site = heddle_here;
  struct fiber *f = rt.current;
  int64_t low = in->low, high = in->high;
  uint64_t more = (uint64_t)high - (uint64_t)low; /* values beside low */
  bool symbolic = rt_sym_on() && more && !in->plain;
  bool few = in->few && more < ALTS_MAX;
  uint32_t how = 0;
  int64_t value = symbolic && low <= 0 && high >= 0 ? 0 : in->usual;
  bool fixed = given(in->label, &value, &how);
  if (fixed && in->floats)
    value = float_given(in, value);
  if (fixed && how != INPUT_NAMED && more) /* the nearest there is */
    value = value < low ? low : value > high ? high : value;
  uint32_t index = f->inputs++;
  uint64_t object = in->label ? in->label : f->inputs;
  if (!fixed && !symbolic && few && more)
    return choose(object, low, (uint16_t)(more + 1), site);
  tell_input(in, object, value, site);
  if (symbolic && (!fixed || (how & INPUT_SOLVED && how != INPUT_NAMED))) {
    rt_sym_input(index, low, high, value);
    rt_sym_return(self);
  } else if (!fixed && !few) {
    tried_one(in, value, site);
  }
  return value;
}

unsigned rt_choice(const char *name, unsigned count) {
  heddle_at site = heddle_here;
  uint64_t label = label_number(name);
  rt_label_put(label, name);
  int64_t value = rt_input(
      &(struct rt_input){name, label, 0, count - 1, 0, true, .plain = true},
      NULL);
  heddle_here = site;
  return value < 0 ? 0 : value < count ? (unsigned)value : count - 1;
}

unsigned rt_choice_late(const char *name, unsigned count, struct event **at) {
  heddle_at site = heddle_here;
  uint64_t label = label_number(name);
  int64_t value = 0;
  uint32_t how;
  rt_label_put(label, name);
  *at = NULL;
  bool fixed = given(label, &value, &how);
  rt.current->inputs++;
  if (fixed) {
    rt_silent(OP_INPUT, label, (uint64_t)value, site);
  } else {
    bool open = rt.plan->flags & PLAN_LATE && !rt_prefix_left();
    value = choose(label, 0, (uint16_t)(count + !open), site);
    if (value < count && rt.plan->flags & PLAN_LATE) {
      rt.step->alts = count & 4095;
      *at = rt.step;
    }
  }
  heddle_here = site;
  return value < 0 ? 0 : value < count ? (unsigned)value : count;
}

/* Of these the plan says which, and it is 0 when the plan is silent; they are
 * no choice among few, however small the type. */
#define NONDET_LOW(type) ((type)-1 < (type)1 ? INT64_MIN : 0)
#define NONDET_MOST(type)                                                   \
  (sizeof(type) >= 8 ? INT64_MAX                                            \
                     : (INT64_C(1) << (8 * sizeof(type) -                   \
                                       ((type)-1 < (type)1))) - 1)
#define NONDET(name_, type)                                                 \
  type heddle___VERIFIER_nondet_##name_(void) {                             \
    int64_t high = NONDET_MOST(type);                                       \
    int64_t low = sizeof(type) >= 8  ? INT64_MIN /* bits of an unsigned */  \
                  : NONDET_LOW(type) ? -high - 1                            \
                                     : 0;                                   \
    return (type)rt_input(                                                  \
        &(struct rt_input){"nondet_" #name_, 0, low, high, 0, false},       \
        (void *)heddle___VERIFIER_nondet_##name_);                          \
  }

HEDDLE_NONDET(NONDET)
#undef NONDET

float rt_input_float(const char *name, uint64_t label, const void *self) {
  uint32_t bits = (uint32_t)rt_input(
      &(struct rt_input){name, label, 0, UINT32_MAX, 0, .floats = 4}, self);
  float out;
  memcpy(&out, &bits, sizeof out);
  return out;
}

double rt_input_double(const char *name, uint64_t label, const void *self) {
  int64_t bits = rt_input(
      &(struct rt_input){name, label, INT64_MIN, INT64_MAX, 0, .floats = 8},
      self);
  double out;
  memcpy(&out, &bits, sizeof out);
  return out;
}

float heddle___VERIFIER_nondet_float(void) {
  return rt_input_float("nondet_float", 0,
                        (void *)heddle___VERIFIER_nondet_float);
}

double heddle___VERIFIER_nondet_double(void) {
  return rt_input_double("nondet_double", 0,
                         (void *)heddle___VERIFIER_nondet_double);
}

_Bool heddle___VERIFIER_nondet_bool(void) {
  return rt_input(&(struct rt_input){"nondet_bool", 0, 0, 1, 0, true},
                  (void *)heddle___VERIFIER_nondet_bool) != 0;
}

void *heddle___VERIFIER_nondet_pointer(void) {
  return (void *)(intptr_t)rt_input(
      &(struct rt_input){"nondet_pointer", 0, 0, 0, 0, false}, NULL);
}

/* The caller has said where it stands (heddle_calls). */
int64_t heddle_undefined(const char *name) {
  char words[WIRE_ESCAPE_LEN];
  snprintf(words, sizeof words, "%.32s, which is not defined", name);
  rt_escape(WHY_UNMODELLED, words, heddle_here);
  return rt_input(
      &(struct rt_input){name, 0, INT64_MIN, INT64_MAX, 0, false}, NULL);
}

/* The thread stops for good; the others go on. */
void heddle___VERIFIER_assume(int condition) {
  if (condition)
    return;
  if (rt_alone())
    rt_end(RUN_ASSUMED, FOUND_NONE, NULL);
  rt_block(OP_STOPPED, 0, heddle_here);
}

void heddle_reach_error(void) {
  rt_fail(FOUND_ASSERTION, heddle_here, "reach_error() was called");
}

void heddle___VERIFIER_assert(int condition) {
  if (!condition)
    rt_fail(FOUND_ASSERTION, heddle_here, "__VERIFIER_assert() failed");
}

void heddle___VERIFIER_error(void) {
  rt_fail(FOUND_ASSERTION, heddle_here, "__VERIFIER_error() was called");
}
