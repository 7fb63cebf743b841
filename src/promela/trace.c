/* Trace assertions: an automaton that moves with every message that is sent to
 * or received from a channel it names, in the words of SPIN's verifier.  Where
 * it is, is part of the state. */
#include "promela/read.h"

struct trace {
  const struct pflow *flow;
  const struct pproc *proc;
  uint32_t end; /* its last state */
};

static bool makes_sense(const struct promela *pm, const struct trace *t,
                        struct diag *diag) {
  for (uint32_t i = 0; i < t->flow->trans_count; i++) {
    const struct pstmt *s = t->flow->trans[i].stmt;
    if (!s || s->kind == PS_SEND || s->kind == PS_END ||
        (s->kind == PS_RECEIVE && !s->random && !s->keeps))
      continue;
    return diag_error(
        diag,
        (struct diag_at){pm->program->file, s->place.line, s->place.col, 1},
        "a trace consists of sends and receives");
  }
  return true;
}

bool trace_make(struct promela *pm, struct diag *diag) {
  for (size_t i = 0; i < pm->program->procs.len; i++) {
    const struct pproc *proc = pm->program->procs.at[i];
    struct diag_at at = {pm->program->file, proc->place.line, proc->place.col,
                         1};
    if (!proc->is_trace)
      continue;
    if (pm->trace)
      return diag_error(diag, at, "there is one trace assertion at most");
    struct trace *t = arena_new(pm->program->arena, struct trace);
    *t = (struct trace){.flow = pm->flows[i], .proc = proc};
    for (uint32_t k = 1; k < t->flow->state_count; k++)
      if (t->flow->states[k].stmt && t->flow->states[k].stmt->kind == PS_END)
        t->end = k;
    if (!makes_sense(pm, t, diag))
      return false;
    pm->trace = t;
  }
  return true;
}

/* Where the trace is; where it is put. */
static uint32_t place_of(struct scope *s) {
  const struct promela *pm = s->promela;
  return (uint32_t)view_read(s->view, pm->cell_part[pm->event_cell])
      ->at[pm->cell_word[pm->event_cell]];
}

static void put_at(struct scope *s, uint32_t state) {
  struct plvalue event = {.type.type = TYPE_INT};
  scope_store_at(s, &event, s->promela->event_cell, (int32_t)state);
}

void trace_begin(struct scope *s) {
  if (s->promela->trace)
    put_at(s, s->promela->trace->flow->start);
}

static bool is_of(struct scope *s, const struct pstmt *st, bool sent,
                  uint32_t queue) {
  return st && st->kind == (sent ? PS_SEND : PS_RECEIVE) &&
         scope_eval(s, st->expr) == (int32_t)queue;
}

/* Constants and eval must be the same; variables stand for anything. */
static bool is_like(struct scope *s, const struct pstmt *st,
                    const struct queue_of *q, const int32_t *message) {
  for (uint32_t i = 0; i < st->arg_count && i < q->chan->width; i++) {
    const struct pexpr *value =
        st->kind == PS_RECEIVE
            ? (st->patterns[i].kind == PATTERN_VALUE ? st->patterns[i].value
                                                     : NULL)
        : st->args[i]->op == PE_CONST ? st->args[i]
                                      : NULL;
    if (value && scope_eval(s, value) != message[i])
      return false;
  }
  return true;
}

static void event_fails(struct scope *s, struct place at) {
  if (!s->failure) {
    s->failure = FAIL_TRACE;
    s->place = at;
  }
}

void scope_event(struct scope *s, bool sent, const struct queue_of *q,
                 const int32_t *message, struct place at) {
  const struct trace *t = s->promela->trace;
  bool named = false;
  if (!t || s->failure)
    return;
  for (uint32_t i = 0; i < t->flow->trans_count && !named; i++)
    named = is_of(s, t->flow->trans[i].stmt, sent, q->number);
  if (!named)
    return;
  uint32_t here = place_of(s), to = 0;
  const struct pstate *state = &t->flow->states[here];
  for (uint32_t i = 0; i < state->count && here != t->end; i++) {
    const struct ptrans *trans = &t->flow->trans[state->first + i];
    if (!is_of(s, trans->stmt, sent, q->number) ||
        !is_like(s, trans->stmt, q, message))
      continue;
    if (to)
      event_fails(s, at); /* which one is not said */
    to = trans->to;
  }
  if (t->proc->no_trace ? to == t->end : !to)
    event_fails(s, at);
  put_at(s, to ? to : t->end);
}

bool trace_may_end(const struct machine *m, struct machine_view *v) {
  const struct promela *pm = m->self;
  struct scope s = {.promela = pm, .view = v};
  return !pm->trace || pm->trace->flow->states[place_of(&s)].flags & STATE_END;
}
