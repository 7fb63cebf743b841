/* Which steps there are, and what they do.
 *
 * Decided here where doc/semantics.md is silent: the guard is evaluated first,
 * whatever the action; a guard that fails is a step that fails (choice 0),
 * and so is an index that fails after a guard that holds.  A send looks for
 * room before its arguments are evaluated.  A `fits` that fails counts as an
 * edge for its message: the reception fails there and is not unspecified. */
#include <string.h>

#include "base/sound.h"
#include "model/interp_inside.h"

struct interp *interp_new(const struct model *m) {
  EXPECTS(m->machine || m->process_count > 0);
  struct interp *in = alloc_zero(1, sizeof *in);
  in->m = m;
  in->slot_base = alloc_zero(m->process_count + 1, sizeof *in->slot_base);
  for (process_id p = 0; p < m->process_count; p++)
    in->slot_base[p + 1] = in->slot_base[p] + m->processes[p].slot_count;
  return in;
}

void interp_free(struct interp *in) {
  if (in)
    free(in->slot_base);
  free(in);
}

/* --- states --------------------------------------------------------------- */

static struct istate *state_new(const struct interp *in) {
  const struct model *m = in->m;
  struct istate *s = alloc_zero(1, sizeof *s);
  s->in = in;
  s->at = alloc_zero(m->process_count + 1, sizeof *s->at);
  s->slots = alloc_zero(in->slot_base[m->process_count] + 1, sizeof *s->slots);
  s->values = alloc_zero(m->object_count + 1, sizeof *s->values);
  s->known = alloc_zero(m->process_count + 1, sizeof *s->known);
  return s;
}

void interp_state_free(struct istate *s) {
  if (!s)
    return;
  for (process_id p = 0; p < s->in->m->process_count; p++)
    vec_free(&s->known[p].at);
  interp_queue_free(s);
  machine_state_free(s->machine);
  free(s->at);
  free(s->slots);
  free(s->values);
  free(s->known);
  free(s);
}

struct istate *interp_copy(struct interp *in, const struct istate *s) {
  EXPECTS(s->in == in);
  const struct model *m = in->m;
  struct istate *t = state_new(in);
  t->failed = s->failed;
  if (s->machine) {
    t->machine = machine_state_copy(s->machine);
    return t;
  }
  memcpy(t->at, s->at, m->process_count * sizeof *t->at);
  memcpy(t->slots, s->slots,
         in->slot_base[m->process_count] * sizeof *t->slots);
  memcpy(t->values, s->values, m->object_count * sizeof *t->values);
  for (process_id p = 0; p < m->process_count; p++)
    interp_past_copy(&t->known[p], &s->known[p]);
  interp_queue_copy(t, s);
  return t;
}

static struct istate *state_before_start(const struct interp *in) {
  const struct model *m = in->m;
  struct istate *s = state_new(in);
  for (object_id o = 0; o < m->object_count; o++)
    s->values[o] = m->objects[o].kind == OBJECT_LOCK ? -1 : m->objects[o].init;
  for (process_id p = 0; p < m->process_count; p++)
    for (slot_id i = 0; i < m->processes[p].slot_count; i++)
      s->slots[in->slot_base[p] + i] = m->processes[p].slots[i].init;
  return s;
}

static bool start(struct istate *s, process_id p, struct interp_failure *why) {
  EXPECTS(p < s->in->m->process_count);
  struct look l = {.s = s, .self = p, .failed = why};
  *why = (struct interp_failure){.failure = FAIL_NONE};
  return interp_run(&l, s, s->in->m->processes[p].start);
}

struct istate *interp_initial(struct interp *in,
                              struct interp_failure *failed) {
  *failed = (struct interp_failure){.failure = FAIL_NONE};
  if (in->m->machine) {
    struct istate *s = state_new(in);
    s->machine = machine_state_new(in->m->machine, failed);
    s->failed = failed->failure;
    return s;
  }
  struct istate *s = state_before_start(in);
  for (process_id p = 0; p < in->m->process_count; p++) {
    struct interp_failure why;
    if (start(s, p, &why))
      continue;
    if (!s->failed)
      *failed = why;
    s->failed = true;
  }
  return s;
}

bool interp_start_fails(struct interp *in, process_id p,
                        struct interp_failure *failed) {
  EXPECTS(p < in->m->process_count);
  if (in->m->machine) {
    interp_state_free(interp_initial(in, failed));
    return failed->failure;
  }
  struct istate *s = state_before_start(in);
  bool fails = !start(s, p, failed);
  interp_state_free(s);
  return fails;
}

bool interp_failed(const struct istate *s) {
  return s->failed;
}

bool interp_settled(const struct istate *s) {
  return !s->machine || (!s->machine->holder && !s->machine->view.pending);
}

bool interp_passed(const struct istate *s) {
  return s->passed;
}

location_id interp_location(const struct istate *s, process_id p) {
  EXPECTS(p < s->in->m->process_count);
  if (s->machine)
    return s->in->m->machine->location(s->in->m->machine, &s->machine->view, p);
  return s->at[p];
}

int32_t interp_slot(const struct istate *s, process_id p, slot_id slot) {
  EXPECTS(p < s->in->m->process_count);
  EXPECTS(slot < s->in->m->processes[p].slot_count);
  return s->slots[s->in->slot_base[p] + slot];
}

int64_t interp_object(const struct istate *s, object_id o) {
  EXPECTS(o < s->in->m->object_count);
  enum object_kind kind = s->in->m->objects[o].kind;
  if (kind == OBJECT_CHANNEL || kind == OBJECT_PORT)
    return interp_length(s, o);
  return s->values[o];
}

/* --- what a step needs ---------------------------------------------------- */

static const struct location *location_of(const struct istate *s,
                                          process_id p) {
  EXPECTS(p < s->in->m->process_count);
  EXPECTS(s->at[p] < s->in->m->processes[p].location_count);
  return &s->in->m->processes[p].locations[s->at[p]];
}

static bool has_object(const struct edge *e) {
  return e->action != ACT_NONE && e->action != ACT_INPUT &&
         e->action != ACT_ATOMIC;
}

/* The object of the action; false when there is none. */
static bool resolve(struct look *l, const struct edge *e, object_id *o) {
  EXPECTS(!has_object(e) || (e->table && e->count));
  const struct model *m = l->s->in->m;
  *o = NONE;
  if (!has_object(e))
    return true;
  int64_t i = 0;
  if (e->index != NONE && !interp_eval(l, e->index, &i))
    return false;
  struct place place =
      e->index != NONE ? m->exprs[e->index].place : m->sources[e->source].place;
  if (i < 0 || i >= e->count || e->table[i] == NONE)
    return interp_fail(l, FAIL_INDEX, place);
  *o = e->table[i];
  return true;
}

/* Guard and object. */
static enum interp_truth is_candidate(struct look *l, const struct edge *e,
                                      object_id *o) {
  EXPECTS(e->from < l->s->in->m->processes[l->self].location_count);
  *o = NONE;
  enum interp_truth t = interp_holds(l, e->guard);
  if (t == YES && !resolve(l, e, o))
    t = FAILS;
  return t;
}

static bool has_room(const struct istate *s, object_id o) {
  EXPECTS(o < s->in->m->object_count);
  EXPECTS(s->in->m->objects[o].kind >= OBJECT_CHANNEL);
  uint32_t capacity = s->in->m->objects[o].capacity;
  return capacity == UNBOUNDED || interp_length(s, o) < capacity;
}

/* Can the candidate e take this message? */
static enum interp_truth takes(struct look l, const struct edge *e,
                               const struct pending *p) {
  EXPECTS(e->action == ACT_RECEIVE);
  if (e->action != ACT_RECEIVE || e->message != p->message)
    return NO;
  l.bound = p->values;
  l.bound_count = l.s->in->m->messages[p->message].arity;
  return interp_holds(&l, e->fits);
}

/* Whether the action of a candidate that is no reception can happen now. */
static bool action_ready(const struct istate *s, const struct edge *e,
                         object_id o, int32_t choice) {
  switch (e->action) {
  case ACT_SEND:
    return !choice && has_room(s, o);
  case ACT_LOCK:
    return !choice && s->values[o] == -1;
  case ACT_P:
    return !choice && s->values[o] > 0;
  case ACT_INPUT:
    return e->input_range.lo <= choice && choice <= e->input_range.hi;
  default:
    return !choice;
  }
}

/* --- steps ---------------------------------------------------------------- */

static void steps_of_edge(const struct istate *s, process_id p, edge_id id,
                          bool open, struct interp_steps *out) {
  EXPECTS(p < s->in->m->process_count);
  EXPECTS(id < s->in->m->processes[p].edge_count);
  const struct edge *e = &s->in->m->processes[p].edges[id];
  struct interp_failure ignored;
  struct look l = {.s = s, .self = p, .failed = &ignored};
  struct model_step step = {p, id, 0, NONE};
  enum interp_truth t = is_candidate(&l, e, &step.object);
  if (t == FAILS)
    vec_push(&out->at, step);
  if (t != YES)
    return;
  if (e->action == ACT_RECEIVE) {
    struct fronts front = {0};
    interp_frontier(s, step.object, &front);
    vec_each(&front.at, f) {
      step.choice = f->choice;
      if (takes(l, e, &s->queue.at[f->at]) != NO)
        vec_push(&out->at, step);
    }
    vec_free(&front.at);
  } else if (e->action == ACT_INPUT) {
    int64_t last = open ? e->input_range.lo : e->input_range.hi;
    for (int64_t v = e->input_range.lo; v <= last; v++) {
      step.choice = (int32_t)v;
      vec_push(&out->at, step);
    }
  } else if (action_ready(s, e, step.object, 0)) {
    vec_push(&out->at, step);
  }
}

/* Receive edges of p on port o that are candidates: is there any, and does
 * any take the message (if one is given)? */
static bool receives(const struct istate *s, process_id p, object_id o,
                     const struct pending *message) {
  EXPECTS(o < s->in->m->object_count);
  const struct location *at = location_of(s, p);
  for (uint32_t i = 0; i < at->edge_count; i++) {
    const struct edge *e = &s->in->m->processes[p].edges[at->first_edge + i];
    struct interp_failure ignored;
    struct look l = {.s = s, .self = p, .failed = &ignored};
    object_id object;
    if (e->action == ACT_RECEIVE && is_candidate(&l, e, &object) == YES &&
        object == o && (!message || takes(l, e, message) != NO))
      return true;
  }
  return false;
}

/* Receptions from ports that no edge fits. */
static void misfits(const struct istate *s, process_id p,
                    struct interp_steps *out) {
  EXPECTS(p < s->in->m->process_count);
  const struct model *m = s->in->m;
  struct fronts front = {0};
  for (object_id o = 0; o < m->object_count; o++) {
    if (m->objects[o].kind != OBJECT_PORT || !receives(s, p, o, NULL))
      continue;
    interp_frontier(s, o, &front);
    vec_each(&front.at, f) if (!receives(s, p, o, &s->queue.at[f->at]))
        vec_push(&out->at, ((struct model_step){p, NONE, f->choice, o}));
  }
  vec_free(&front.at);
}

static void steps_of(struct interp *in, const struct istate *s, bool open,
                     struct interp_steps *out) {
  vec_clear(&out->at);
  if (s->failed)
    return;
  if (s->machine) {
    machine_state_steps(s->machine, out);
    return;
  }
  for (process_id p = 0; p < in->m->process_count; p++) {
    const struct location *at = location_of(s, p);
    for (uint32_t i = 0; i < at->edge_count; i++)
      steps_of_edge(s, p, at->first_edge + i, open, out);
    misfits(s, p, out);
  }
}

void interp_steps(struct interp *in, const struct istate *s,
                  struct interp_steps *out) {
  steps_of(in, s, false, out);
}

void interp_steps_open(struct interp *in, const struct istate *s,
                       struct interp_steps *out) {
  steps_of(in, s, true, out);
}

/* --- firing --------------------------------------------------------------- */

/* The message of the frontier with this choice, or SIZE_MAX. */
static size_t find_front(const struct istate *s, object_id o, int32_t choice) {
  EXPECTS(o < s->in->m->object_count);
  struct fronts front = {0};
  size_t found = SIZE_MAX;
  interp_frontier(s, o, &front);
  vec_each(&front.at, f) if (f->choice == choice) found = f->at;
  vec_free(&front.at);
  return found;
}

/* The place to name when the action itself goes wrong. */
static struct place action_place(const struct istate *s, const struct edge *e) {
  return s->in->m->sources[e->source].place;
}

static bool do_send(struct look *l, struct istate *t, const struct edge *e,
                    object_id o) {
  EXPECTS(e->action == ACT_SEND && o < t->in->m->object_count);
  const struct message *message = &t->in->m->messages[e->message];
  int32_t *values = alloc_zero(message->arity + 1, sizeof *values);
  bool ok = true;
  assert(e->arg_count == message->arity);
  for (uint32_t i = 0; ok && i < e->arg_count; i++)
    ok = interp_eval_within(l, e->args[i], message->payload[i], &values[i]);
  if (ok)
    interp_send(t, o, l->self, e->message, values);
  free(values);
  return ok;
}

/* The action of a step on t, a copy of the state that l looks at; reception
 * and input, which bind values, are done by the caller. */
static bool do_action(struct look *l, struct istate *t, const struct edge *e,
                      object_id o) {
  const struct object *object = o == NONE ? NULL : &t->in->m->objects[o];
  int32_t value;
  switch (e->action) {
  case ACT_SEND:
    return do_send(l, t, e, o);
  case ACT_WRITE:
    if (!interp_eval_within(l, e->args[0], object->range, &value))
      return false;
    t->values[o] = value;
    return true;
  case ACT_LOCK:
    t->values[o] = l->self;
    return true;
  case ACT_UNLOCK:
    if (t->values[o] != l->self)
      return interp_fail(l, FAIL_NOT_HELD, action_place(t, e));
    t->values[o] = -1;
    return true;
  case ACT_P:
    t->values[o]--;
    return true;
  case ACT_V:
    if (t->values[o] >= object->range.hi)
      return interp_fail(l, FAIL_RANGE, action_place(t, e));
    t->values[o]++;
    return true;
  default:
    return true;
  }
}

/* Takes a step that is known to be executable and whose guard, index and
 * fits do not fail. */
static struct istate *take(struct interp *in, const struct istate *s,
                           const struct model_step *step, object_id o,
                           size_t at, struct interp_failure *failed) {
  EXPECTS(s->in == in && step->process < in->m->process_count);
  const struct edge *e = &in->m->processes[step->process].edges[step->edge];
  struct look before = {.s = s, .self = step->process, .failed = failed};
  struct istate *t = interp_copy(in, s);
  struct look after = {.s = t, .self = step->process, .failed = failed};
  int32_t one = 0;
  after.bound = &one;
  after.bound_count = 1;
  if (e->action == ACT_RECEIVE) {
    after.bound = s->queue.at[at].values;
    after.bound_count = in->m->messages[e->message].arity;
    interp_receive(t, at, step->process);
  } else if (e->action == ACT_READ) {
    one = (int32_t)s->values[o];
  } else if (e->action == ACT_INPUT) {
    one = step->choice;
  }
  if (do_action(&before, t, e, o) && interp_run(&after, t, e->code))
    return t;
  interp_state_free(t);
  return NULL;
}

static struct istate *fire_misfit(const struct istate *s,
                                  const struct model_step *step,
                                  struct interp_failure *failed) {
  const struct model *m = s->in->m;
  if (step->object >= m->object_count ||
      m->objects[step->object].kind != OBJECT_PORT ||
      !receives(s, step->process, step->object, NULL))
    return NULL;
  size_t at = find_front(s, step->object, step->choice);
  if (at == SIZE_MAX ||
      receives(s, step->process, step->object, &s->queue.at[at]))
    return NULL;
  *failed =
      (struct interp_failure){.failure = FAIL_UNSPECIFIED,
                              .place = location_of(s, step->process)->place,
                              .process = step->process,
                              .message = s->queue.at[at].message,
                              .object = step->object,
                              .location = s->at[step->process]};
  return NULL;
}

static struct istate *fire_machine(struct interp *in, const struct istate *s,
                                   const struct model_step *step,
                                   struct interp_failure *failed) {
  bool passed = false;
  struct machine_state *after =
      machine_state_fire(s->machine, step, &passed, failed);
  if (!after)
    return NULL;
  struct istate *t = state_new(in);
  t->machine = after;
  t->passed = passed;
  return t;
}

/* A step that is not executable gives NULL and FAIL_NONE, so that a replay
 * need not list the steps first. */
struct istate *interp_fire(struct interp *in, const struct istate *s,
                           const struct model_step *step,
                           struct interp_failure *failed) {
  EXPECTS(s->in == in);
  *failed = (struct interp_failure){.failure = FAIL_NONE};
  if (s->failed || step->process >= in->m->process_count)
    return NULL;
  if (s->machine)
    return fire_machine(in, s, step, failed);
  if (step->edge == NONE)
    return fire_misfit(s, step, failed);
  const struct process *process = &in->m->processes[step->process];
  if (step->edge >= process->edge_count)
    return NULL;
  const struct edge *e = &process->edges[step->edge];
  if (e->from != s->at[step->process])
    return NULL;
  struct interp_failure why = {.failure = FAIL_NONE};
  struct look l = {.s = s, .self = step->process, .failed = &why};
  object_id o;
  size_t at = SIZE_MAX;
  enum interp_truth t = is_candidate(&l, e, &o);
  if (t == FAILS && step->choice != 0)
    t = NO;
  if (t == YES && e->action == ACT_RECEIVE) {
    at = find_front(s, o, step->choice);
    t = at == SIZE_MAX ? NO : takes(l, e, &s->queue.at[at]);
  } else if (t == YES && !action_ready(s, e, o, step->choice)) {
    t = NO;
  }
  if (t == FAILS)
    *failed = why;
  return t == YES ? take(in, s, step, o, at, failed) : NULL;
}

/* --- what is wrong with a state ------------------------------------------- */

static void overflows(const struct istate *s, process_id p,
                      struct interp_stucks *out) {
  EXPECTS(p < s->in->m->process_count);
  const struct location *at = location_of(s, p);
  for (uint32_t i = 0; i < at->edge_count; i++) {
    const struct edge *e = &s->in->m->processes[p].edges[at->first_edge + i];
    struct interp_failure ignored;
    struct look l = {.s = s, .self = p, .failed = &ignored};
    object_id o;
    if (e->action == ACT_SEND && is_candidate(&l, e, &o) == YES &&
        !has_room(s, o))
      vec_push(&out->at, ((struct interp_stuck){FINDING_OVERFLOW, p, s->at[p],
                                                e->message, o}));
  }
}

/* Has the location of p an edge that receives the message from channel o?
 * Whether its guard holds does not matter. */
static bool names(const struct istate *s, process_id p, object_id o,
                  message_id message) {
  EXPECTS(message < s->in->m->message_count);
  const struct location *at = location_of(s, p);
  for (uint32_t i = 0; i < at->edge_count; i++) {
    const struct edge *e = &s->in->m->processes[p].edges[at->first_edge + i];
    struct interp_failure ignored;
    struct look l = {.s = s, .self = p, .failed = &ignored};
    object_id object;
    if (e->action == ACT_RECEIVE && e->message == message &&
        resolve(&l, e, &object) && object == o)
      return true;
  }
  return false;
}

static void unspecified(const struct istate *s, process_id p,
                        struct interp_stucks *out) {
  EXPECTS(p < s->in->m->process_count);
  const struct model *m = s->in->m;
  for (object_id o = 0; o < m->object_count; o++) {
    if (m->objects[o].kind != OBJECT_CHANNEL || m->objects[o].to != p)
      continue;
    size_t at = find_front(s, o, 0);
    if (at == SIZE_MAX || names(s, p, o, s->queue.at[at].message))
      continue;
    vec_push(&out->at, ((struct interp_stuck){FINDING_UNSPECIFIED, p, s->at[p],
                                              s->queue.at[at].message, o}));
  }
}

void interp_stucks(struct interp *in, const struct istate *s,
                   struct interp_stucks *out) {
  EXPECTS(s->in == in);
  vec_clear(&out->at);
  if (s->failed || s->machine)
    return;
  for (process_id p = 0; p < in->m->process_count; p++) {
    overflows(s, p, out);
    unspecified(s, p, out);
  }
}

enum interp_end interp_end(struct interp *in, const struct istate *s) {
  if (s->machine)
    return s->failed ? END_NOT : machine_state_end(s->machine);
  struct interp_steps steps = {0};
  interp_steps(in, s, &steps);
  bool stops = steps.at.len == 0;
  vec_free(&steps.at);
  if (!stops || s->failed)
    return END_NOT;
  if (s->queue.len)
    return END_BLOCKING;
  for (process_id p = 0; p < in->m->process_count; p++)
    if (!location_of(s, p)->final)
      return END_DEADLOCK;
  return END_TERMINATED;
}

bool interp_violated(struct interp *in, const struct istate *s,
                     const struct property *p) {
  EXPECTS(s->in == in && p->expr < in->m->expr_count);
  struct interp_failure ignored;
  struct look l = {.s = s, .self = NONE, .failed = &ignored};
  assert(s->in == in);
  (void)in;
  switch (interp_holds(&l, p->expr)) {
  case YES:
    return p->kind == PROPERTY_NEVER;
  case NO:
    return p->kind == PROPERTY_ALWAYS;
  case FAILS:
    return true;
  }
  return true;
}

bool interp_true(struct interp *in, const struct istate *s, expr_id e) {
  if (s->machine)
    return in->m->machine->holds(in->m->machine, &s->machine->view, e);
  struct property p = {.kind = PROPERTY_ALWAYS, .expr = e};
  return !interp_violated(in, s, &p);
}
