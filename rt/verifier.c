/* The conventions of SV-COMP: inputs, assumptions, atomic blocks. */
#include "rt/calls.h"
#include "rt/rt.h"

/* The value the plan gives to this input of the running thread. */
static bool given(uint64_t label, int64_t *value) {
  const struct wire *w = rt.wire;
  const struct plan *p = rt.plan;
  const struct plan_input *inputs =
      (const struct plan_input *)((const char *)w + w->inputs) + p->inputs;
  const struct fiber *f = rt.current;
  uint32_t name = (uint32_t)(label ^ label >> 32);
  for (uint32_t i = 0; i < p->inputs_len; i++) {
    const struct plan_input *in = &inputs[i];
    if (in->thread == INPUT_NAMED ? label && in->index == name
                                  : in->thread == f->id &&
                                        in->index == f->inputs) {
      *value = in->value;
      return true;
    }
  }
  return false;
}

int64_t rt_input(uint64_t label, int64_t low, unsigned values) {
  heddle_at site = heddle_here;
  struct fiber *f = rt.current;
  int64_t value = low;
  bool fixed = given(label, &value);
  f->inputs++;
  uint64_t object = label ? label : f->inputs;
  if (!fixed && values > 1) {
    f->kind = OP_INPUT;
    f->object = object;
    f->size = 1;
    f->flags = 0;
    f->site = site;
    f->alts = (uint16_t)values;
    rt_park();
    value = low + f->alt;
    rt.step->value = (uint64_t)value;
  } else {
    rt_silent(OP_INPUT, object, (uint64_t)value, site);
  }
  return value;
}

/* Of an input with many values the plan says which, and it is 0 when the
 * plan is silent. */
static int64_t input(unsigned values) { return rt_input(0, 0, values); }

#define NONDET(name, type) \
  type heddle___VERIFIER_nondet_##name(void) { return (type)input(1); }
HEDDLE_NONDET(NONDET)
#undef NONDET

_Bool heddle___VERIFIER_nondet_bool(void) { return input(2) != 0; }

void *heddle___VERIFIER_nondet_pointer(void) {
  return (void *)(intptr_t)input(1);
}

/* The thread stops for good; the others go on. */
void heddle___VERIFIER_assume(int condition) {
  if (condition)
    return;
  if (rt_alone())
    rt_end(RUN_ASSUMED, FOUND_NONE, NULL);
  rt_block(OP_STOPPED, 0, heddle_here);
}

void heddle___VERIFIER_atomic_begin(void) {
  if (rt.atomic)
    return;
  rt_visible(OP_ATOMIC, 0, 1, 0, heddle_here);
  rt.atomic = rt.current->id + 1u;
}

void heddle___VERIFIER_atomic_end(void) { rt.atomic = 0; }

void heddle_reach_error(void) {
  rt_fail(FOUND_ASSERTION, heddle_here, "reach_error() was called");
}

void heddle___VERIFIER_error(void) {
  rt_fail(FOUND_ASSERTION, heddle_here, "__VERIFIER_error() was called");
}
