#include "exec/shape.h"

#include "base/stress.h"

enum {
  PLANS = 1 << 14,
  CHOICES = 1 << 20,
  INPUTS = 1 << 16,
  EVENTS = 1 << 20, /* or as many as one run may have */
  TEXT = 1 << 18,
  OUTPUT = 1 << 20,
  NAMES = 1 << 22,
  SITES = 1 << 18,
  GLOBALS = 1 << 16,
  COVERS = 1 << 18,
  EXPRS = 1 << 20,
};

static uint64_t place_array(uint64_t *size, uint64_t count, uint64_t each) {
  uint64_t at = *size;
  *size = (at + count * each + 63) & ~UINT64_C(63);
  return at;
}

/* There are EVENTS before a run lacks room (rt/loop.c, has_room), or as many as
 * one run may have.  Pages that nobody writes cost nothing. */
static uint32_t events_needed(uint32_t steps) {
  uint64_t room = wire_events_room(steps), twice = 2 * (uint64_t)steps;
  return (uint32_t)(room + (twice < EVENTS ? EVENTS - twice : 0));
}

void shape_lay_out(struct wire *w, uint32_t steps) {
  const uint32_t events = events_needed(steps);
  uint64_t size = (sizeof *w + 63) & ~UINT64_C(63);
  w->plans = place_array(&size, PLANS, sizeof(struct plan));
  w->runs = place_array(&size, PLANS, sizeof(struct run));
  w->choices = place_array(&size, CHOICES, sizeof(choice));
  w->inputs = place_array(&size, INPUTS, sizeof(struct plan_input));
  w->cold = place_array(&size, COLD_SITES / 64, sizeof(uint64_t));
  w->text = place_array(&size, TEXT, 1);
  w->output = place_array(&size, OUTPUT, 1);
  w->names = place_array(&size, NAMES, 1);
  w->sites = place_array(&size, SITES, sizeof(struct wire_site));
  w->globals = place_array(&size, GLOBALS, sizeof(struct wire_global));
  w->covers = place_array(&size, COVERS, sizeof(struct wire_cover));
  w->stacks = place_array(&size, WIRE_STACKS, sizeof(struct wire_stack));
  w->labels = place_array(&size, WIRE_LABELS, sizeof(struct wire_label));
  w->events = place_array(&size, events, sizeof(struct event));
  w->exprs = place_array(&size, EXPRS, WIRE_EXPR_SIZE);
  w->size = size;
  w->plans_cap = STRESSED(2, PLANS);
  w->choices_cap = CHOICES;
  w->inputs_cap = INPUTS;
  w->events_cap = events;
  w->text_cap = TEXT;
  w->output_cap = OUTPUT;
  w->names_cap = NAMES;
  w->sites_cap = SITES;
  w->globals_cap = GLOBALS;
  w->covers_cap = COVERS;
  w->exprs_cap = EXPRS;
}
