#include "promela/machine.h"

#include <string.h>

enum { STEPS_MAX = 1000000 }; /* of one d_step */

static const struct promela *promela_of(const struct machine *m) {
  return m->self;
}

/* --- processes and queues ------------------------------------------------- */

/* A new queue; the number that its variable gets, or 0. */
static int32_t new_queue(struct scope *s, const struct pchan *chan) {
  struct machine_view *v = s->view;
  uint32_t count = (uint32_t)view_read(v, MACHINE_COUNTS)->at[1];
  if (count >= v->slots) {
    v->short_of_slots = true;
    s->failure = count >= MACHINE_SLOTS_MAX ? FAIL_TOO_MANY : FAIL_NONE;
    s->place = chan->place;
    return 0;
  }
  view_change(v, machine_queue(v->machine, count), QUEUE_WORDS)[QUEUE_CHAN] =
      (int32_t)chan->number;
  view_change(v, MACHINE_COUNTS, 2)[1]++;
  return (int32_t)count + 1;
}

static void do_inits(struct scope *s, const struct pinit *inits,
                     size_t count) {
  for (size_t i = 0; i < count && !s->failure; i++) {
    const struct pinit *init = &inits[i];
    int32_t value = init->chan    ? new_queue(s, init->chan)
                    : init->value ? scope_eval(s, init->value)
                                  : 0;
    if (!s->failure)
      scope_store(s, init->target, value);
  }
}

bool scope_start(struct scope *s, const struct pproc *proc,
                 const int32_t *args) {
  struct machine_view *v = s->view;
  uint32_t number = view_processes(v);
  if (number >= v->slots) {
    v->short_of_slots = true;
    if (number >= MACHINE_SLOTS_MAX) {
      s->failure = FAIL_TOO_MANY;
      s->place = proc->place;
    }
    return false;
  }
  int32_t *words = view_change(v, machine_process(v->machine, number),
                               PROCESS_CELLS + proc->cells);
  words[PROCESS_TYPE] = (int32_t)proc->number;
  words[PROCESS_STATE] = (int32_t)s->promela->flows[proc->number]->start;
  view_change(v, MACHINE_COUNTS, 2)[0]++;
  struct scope its = *s;
  its.process = number;
  for (uint32_t i = 0; i < proc->param_count; i++)
    scope_store(&its, proc->params[i], args ? args[i] : 0);
  do_inits(&its, proc->inits.at, proc->inits.len);
  s->failure = its.failure;
  s->place = its.place;
  return !s->failure;
}

int32_t scope_run(struct scope *s, const struct pexpr *call) {
  const struct pproc *proc = s->promela->program->procs.at[call->value];
  int32_t args[256];
  int32_t number = (int32_t)view_processes(s->view);
  for (uint32_t i = 0; i < call->arg_count && i < 256; i++)
    args[i] = scope_eval(s, call->args[i]);
  return !s->failure && scope_start(s, proc, args) ? number : 0;
}

/* The last process ends, and the queues that began with it. */
static bool end_process(struct scope *s) {
  struct machine_view *v = s->view;
  uint32_t count = view_processes(v);
  if (s->process + 1 != count)
    return false;
  uint32_t part = machine_process(v->machine, s->process);
  const struct pproc *proc =
      s->promela->program->procs.at[view_read(v, part)->at[PROCESS_TYPE]];
  uint32_t queues = (uint32_t)view_read(v, MACHINE_COUNTS)->at[1];
  for (size_t i = 0; i < proc->inits.len; i++)
    if (proc->inits.at[i].chan && queues)
      view_change(v, machine_queue(v->machine, --queues), 0);
  view_change(v, part, 0);
  int32_t *counts = view_change(v, MACHINE_COUNTS, 2);
  counts[0]--;
  counts[1] = (int32_t)queues;
  return true;
}

/* --- messages ------------------------------------------------------------- */

static uint32_t sorted_place(const struct queue_of *q, const int32_t *message) {
  for (uint32_t i = 0; i < q->length; i++)
    for (uint32_t k = 0; k < q->chan->width; k++) {
      int32_t there = q->messages[i * q->chan->width + k];
      if (message[k] > there)
        break;
      if (message[k] < there)
        return i;
    }
  return q->length;
}

static bool send(struct scope *s, const struct pstmt *st,
                 struct machine_move *out) {
  struct queue_of q;
  int32_t message[256];
  if (!scope_queue(s, st->expr, &q))
    return true;
  uint32_t width = q.chan->width, part = q.part;
  if (q.length >= (q.chan->capacity ? q.chan->capacity : 1))
    return false;
  for (uint32_t i = 0; i < width; i++)
    message[i] = type_cut(q.chan->fields[i], false,
                          i < st->arg_count ? scope_eval(s, st->args[i]) : 0);
  if (st->arg_count != width && !s->failure) {
    s->failure = FAIL_FIELDS;
    s->place = st->place;
  }
  if (s->failure)
    return true;
  if (!q.chan->capacity) {
    memcpy(view_change(s->view, MACHINE_HAND, width), message,
           width * sizeof *message);
    out->pending = q.number;
    scope_event(s, true, &q, message, st->place);
    return true;
  }
  uint32_t at = st->sorted ? sorted_place(&q, message) : q.length;
  uint32_t len = QUEUE_WORDS + (q.length + 1) * width;
  int32_t *words = view_change(s->view, part, len);
  int32_t *slot = words + QUEUE_WORDS + at * width;
  memmove(slot + width, slot, (q.length - at) * width * sizeof *slot);
  memcpy(slot, message, width * sizeof *slot);
  /* SPIN looks at the last message, whichever was put where. */
  memcpy(message, words + len - width, width * sizeof *message);
  scope_event(s, true, &q, message, st->place);
  return true;
}

static bool can_receive(struct scope *s, const struct pstmt *st,
                        struct queue_of *q, uint32_t *found) {
  if (!scope_queue(s, st->expr, q))
    return false;
  if (q->chan->capacity ? s->view->pending : s->view->pending != q->number)
    return false;
  *found = queue_find(s, q, st->patterns, st->arg_count, st->random);
  return *found > 0;
}

static bool receive(struct scope *s, const struct pstmt *st,
                    struct machine_move *out) {
  struct queue_of q;
  uint32_t found;
  int32_t message[256];
  if (!can_receive(s, st, &q, &found))
    return s->failure;
  uint32_t width = q.chan->width;
  if (st->arg_count != width) {
    s->failure = FAIL_FIELDS;
    s->place = st->place;
    return true;
  }
  if (!st->keeps) /* SPIN looks at the first, whichever is received */
    scope_event(s, false, &q, q.messages, st->place);
  if (s->failure)
    return true;
  memcpy(message, q.messages + (found - 1) * width, width * sizeof *message);
  if (!q.chan->capacity) {
    view_change(s->view, MACHINE_HAND, 0);
    out->pending = 0;
  } else if (!st->keeps) {
    uint32_t left = (q.length - found) * width;
    uint32_t len = QUEUE_WORDS + (q.length - 1) * width;
    int32_t *words = view_change(s->view, q.part, QUEUE_WORDS +
                                                      q.length * width);
    int32_t *slot = words + QUEUE_WORDS + (found - 1) * width;
    memmove(slot, slot + width, left * sizeof *slot);
    view_change(s->view, q.part, len);
  }
  for (uint32_t i = 0; i < width && !s->failure; i++)
    if (st->patterns[i].kind == PATTERN_STORE)
      scope_store(s, st->patterns[i].store, message[i]);
  return true;
}

/* --- statements ----------------------------------------------------------- */

static bool do_statement(struct scope *s, const struct pstmt *st,
                         struct machine_move *out) {
  if (!st)
    return true;
  switch (st->kind) {
  case PS_EXPR:
    return scope_eval(s, st->expr) || s->failure;
  case PS_ASSIGN: {
    int32_t value = scope_eval(s, st->expr);
    if (!s->failure)
      scope_store(s, st->target, value);
    return true;
  }
  case PS_SEND:
    return send(s, st, out);
  case PS_RECEIVE:
    return receive(s, st, out);
  case PS_ASSERT:
    if (!scope_eval(s, st->expr) && !s->failure) {
      s->failure = FAIL_ASSERT;
      s->place = st->place;
    }
    return true;
  case PS_ELSE:
    out->is_else = true;
    return true;
  case PS_END:
    return end_process(s);
  default:
    return true;
  }
}

/* Is it not yet decided whether this could be done?  Of `else` that nothing
 * else can. */
static bool only_else(const struct ptrans *t) {
  return t->stmt && t->stmt->kind == PS_ELSE;
}

/* A d_step: from its first statement to its end, always the first that can be
 * done.  That its first cannot is no failure. */
static bool do_step(struct scope *s, const struct pflow *flow,
                    const struct pstmt *whole) {
  uint32_t at = flow->start;
  for (unsigned steps = 0; at; steps++) {
    const struct pstate *state = &flow->states[at];
    const struct ptrans *taken = NULL, *other = NULL;
    struct machine_move out = {0};
    for (uint32_t i = 0; i < state->count && !taken; i++) {
      const struct ptrans *t = &flow->trans[state->first + i];
      if (only_else(t))
        other = t;
      else if (t->body ? do_step(s, t->body, t->stmt)
                       : do_statement(s, t->stmt, &out))
        taken = t;
      if (s->failure)
        return true;
    }
    taken = taken ? taken : other;
    if (!taken && !steps)
      return false;
    if (!taken || out.pending || steps > STEPS_MAX) {
      s->failure = steps > STEPS_MAX ? FAIL_ENDLESS : FAIL_BLOCKED;
      s->place = state->stmt ? state->stmt->place : whole->place;
      return true;
    }
    at = taken->to;
  }
  return true;
}

bool scope_can(struct scope *s, const struct ptrans *t) {
  struct machine_move out = {0};
  struct queue_of q;
  uint32_t found;
  const struct pstmt *st = t->stmt;
  if (t->body) {
    const struct pstate *first = &t->body->states[t->body->start];
    for (uint32_t i = 0; i < first->count; i++)
      if (scope_can(s, &t->body->trans[first->first + i]))
        return true;
    return false;
  }
  if (!st)
    return true;
  switch (st->kind) {
  case PS_EXPR:
    return st->expr->op == PE_RUN ||
           (scope_eval(s, st->expr) && !s->failure);
  case PS_SEND:
    return scope_queue(s, st->expr, &q) &&
           q.length < (q.chan->capacity ? q.chan->capacity : 1);
  case PS_RECEIVE:
    return can_receive(s, st, &q, &found);
  case PS_END:
    return s->process + 1 == view_processes(s->view);
  default:
    (void)out;
    return true;
  }
}

/* --- the machine ---------------------------------------------------------- */

const struct ptrans *promela_trans(const struct promela *pm, uint32_t edge,
                                   uint32_t *proctype) {
  uint32_t n = 0;
  while (n + 1 < pm->program->procs.len && pm->first_edge[n + 1] <= edge)
    n++;
  *proctype = n;
  return &pm->flows[n]->trans[edge - pm->first_edge[n]];
}

static bool machine_initial(const struct machine *m, struct machine_view *v,
                            struct machine_move *failed) {
  const struct promela *pm = promela_of(m);
  const struct program *program = pm->program;
  struct scope s = {.promela = pm, .view = v};
  view_change(v, MACHINE_COUNTS, 2);
  for (uint32_t c = 0; c < pm->cells; c++) {
    uint32_t len = view_read(v, pm->cell_part[c])->len;
    if (len <= pm->cell_word[c])
      view_change(v, pm->cell_part[c], pm->cell_word[c] + 1);
  }
  trace_begin(&s);
  do_inits(&s, program->inits.at, program->inits.len);
  for (size_t i = 0; i < program->procs.len && !s.failure; i++)
    for (uint32_t k = 0; k < program->procs.at[i]->active && !s.failure; k++)
      scope_start(&s, program->procs.at[i], NULL);
  failed->failure = s.failure;
  failed->place = s.place;
  return !s.failure;
}

static const struct pstate *state_of(const struct promela *pm,
                                     struct machine_view *v, process_id p,
                                     uint32_t *type) {
  const struct machine_part *part =
      view_read(v, machine_process(v->machine, p));
  *type = (uint32_t)part->at[PROCESS_TYPE];
  return &pm->flows[*type]->states[part->at[PROCESS_STATE]];
}

static uint32_t machine_edges(const struct machine *m, struct machine_view *v,
                              process_id p, uint32_t *first) {
  const struct promela *pm = promela_of(m);
  uint32_t type;
  const struct pstate *at = state_of(pm, v, p, &type);
  *first = pm->first_edge[type] + at->first;
  return at->count;
}

static void move_on(struct scope *s, uint32_t to) {
  struct machine_view *v = s->view;
  uint32_t part = machine_process(v->machine, s->process);
  const struct machine_part *words = view_read(v, part);
  if (to && words->at[PROCESS_STATE] != (int32_t)to)
    view_change(v, part, words->len)[PROCESS_STATE] = (int32_t)to;
}

static bool machine_fire(const struct machine *m, struct machine_view *v,
                         process_id p, uint32_t edge,
                         struct machine_move *out) {
  const struct promela *pm = promela_of(m);
  uint32_t type;
  const struct pstate *at = state_of(pm, v, p, &type);
  const struct ptrans *t = &pm->flows[type]->trans[edge - pm->first_edge[type]];
  const struct pproc *proc = pm->program->procs.at[type];
  struct scope s = {.promela = pm, .view = v, .process = p};
  *out = (struct machine_move){.edge = edge, .escape = t->escape,
                               .atomic = t->atomic,
                               .progress = at->flags & STATE_PROGRESS};
  if (v->pending && (!t->stmt || t->stmt->kind != PS_RECEIVE))
    return false;
  out->pending = v->pending;
  if (proc->provided && !scope_eval(&s, proc->provided) && !s.failure)
    return false;
  bool done = t->body ? do_step(&s, t->body, t->stmt)
                      : do_statement(&s, t->stmt, out);
  if (!done && !s.failure) {
    view_undo(v);
    return false;
  }
  out->failure = s.failure;
  out->place = s.place;
  if (s.failure)
    return true;
  if (!t->stmt || t->stmt->kind != PS_END)
    move_on(&s, t->to);
  if (pm->program->has_last) {
    struct plvalue last = {.type.type = TYPE_BYTE};
    scope_store_at(&s, &last, pm->last_cell, (int32_t)p);
  }
  return true;
}

static unsigned machine_place(const struct machine *m, struct machine_view *v,
                              process_id p) {
  uint32_t type;
  return state_of(promela_of(m), v, p, &type)->flags;
}

static bool machine_holds(const struct machine *m, struct machine_view *v,
                          expr_id e) {
  const struct promela *pm = promela_of(m);
  struct scope s = {.promela = pm, .view = v, .outside = true};
  return scope_eval(&s, pm->program->atoms.at[e]) && !s.failure;
}

static location_id machine_location(const struct machine *m,
                                    struct machine_view *v, process_id p) {
  const struct machine_part *part = view_read(v, machine_process(m, p));
  return part->len ? (location_id)part->at[PROCESS_STATE] : 0;
}

const struct machine promela_machine = {
    .initial = machine_initial,
    .edges = machine_edges,
    .fire = machine_fire,
    .place = machine_place,
    .may_end = trace_may_end,
    .holds = machine_holds,
    .print = promela_print,
    .print_move = promela_print_move,
    .location = machine_location,
};
