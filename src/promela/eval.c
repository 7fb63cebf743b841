#include <string.h>

#include "promela/machine.h"

static int32_t fail(struct scope *s, enum fail_reason f, struct place at) {
  if (!s->failure) {
    s->failure = f;
    s->place = at;
  }
  return 0;
}

/* --- variables ------------------------------------------------------------ */

int32_t type_cut(struct ptype_of t, bool element, int32_t value) {
  switch (t.type) {
  case TYPE_BIT: /* SPIN keeps an array of bits in bytes */
    return element ? value & 255 : value & 1;
  case TYPE_BYTE: case TYPE_MTYPE: case TYPE_PID: case TYPE_CHAN:
    return value & 255;
  case TYPE_SHORT:
    return (int16_t)value;
  case TYPE_UNSIGNED:
    return value & (int32_t)((1u << t.bits) - 1);
  default:
    return value;
  }
}

bool scope_cell(struct scope *s, const struct plvalue *v, uint32_t *cell) {
  uint32_t at = v->base;
  for (uint32_t i = 0; i < v->index_count; i++) {
    const struct pindex *x = &v->indices[i];
    int32_t index = scope_eval(s, x->index);
    if (s->failure)
      return false;
    if (index < 0 || (uint32_t)index >= x->count) {
      fail(s, FAIL_INDEX, v->place);
      return false;
    }
    at += (uint32_t)index * x->stride;
  }
  *cell = at;
  return true;
}

static int32_t read_local(struct scope *s, process_id p, uint32_t cell,
                          struct place at) {
  const struct machine_part *part =
      view_read(s->view, machine_process(s->view->machine, p));
  if (PROCESS_CELLS + cell >= part->len)
    return fail(s, FAIL_INDEX, at);
  return part->at[PROCESS_CELLS + cell];
}

static int32_t read_cell(struct scope *s, const struct plvalue *v) {
  uint32_t cell;
  if (v->discard || !scope_cell(s, v, &cell))
    return 0;
  if (v->local)
    return read_local(s, s->process, cell, v->place);
  const struct promela *pm = s->promela;
  if (pm->fixed && !pm->assigned[cell])
    return pm->fixed[cell];
  return view_read(s->view, pm->cell_part[cell])->at[pm->cell_word[cell]];
}

void scope_store_at(struct scope *s, const struct plvalue *v, uint32_t cell,
                    int32_t value) {
  const struct promela *pm = s->promela;
  uint32_t part, word;
  if (v->discard)
    return;
  if (v->local) {
    part = machine_process(s->view->machine, s->process);
    word = PROCESS_CELLS + cell;
  } else {
    part = pm->cell_part[cell];
    word = pm->cell_word[cell];
  }
  const struct machine_part *old = view_read(s->view, part);
  int32_t cut = type_cut(v->type, v->element, value);
  if (old->at[word] == cut)
    return;
  view_change(s->view, part, old->len)[word] = cut;
}

void scope_store(struct scope *s, const struct plvalue *v, int32_t value) {
  uint32_t cell = 0;
  if (v->discard || scope_cell(s, v, &cell))
    scope_store_at(s, v, cell, value);
}

/* --- queues --------------------------------------------------------------- */

bool scope_queue(struct scope *s, const struct pexpr *chan,
                 struct queue_of *out) {
  int32_t number = scope_eval(s, chan);
  if (s->failure)
    return false;
  const struct machine *m = s->view->machine;
  if (number < 1 || (uint32_t)number > s->view->slots) {
    fail(s, FAIL_INDEX, chan->place);
    return false;
  }
  out->part = machine_queue(m, (uint32_t)number - 1);
  const struct machine_part *words = view_read(s->view, out->part);
  if (!words->len) {
    fail(s, FAIL_INDEX, chan->place);
    return false;
  }
  out->chan = s->promela->program->chans.at[words->at[QUEUE_CHAN]];
  out->number = (uint32_t)number;
  out->length = (words->len - QUEUE_WORDS) / out->chan->width;
  out->messages = words->at + QUEUE_WORDS;
  if (!out->chan->capacity && s->view->pending == out->number) {
    const struct machine_part *hand = view_read(s->view, MACHINE_HAND);
    out->length = hand->len > 0;
    out->messages = hand->at;
  }
  return true;
}

static bool fits(struct scope *s, const struct queue_of *q, uint32_t slot,
                 const struct pattern *patterns, uint32_t count) {
  for (uint32_t i = 0; i < count && i < q->chan->width; i++)
    if (patterns[i].kind == PATTERN_VALUE &&
        scope_eval(s, patterns[i].value) !=
            q->messages[slot * q->chan->width + i])
      return false;
  return !s->failure;
}

uint32_t queue_find(struct scope *s, const struct queue_of *q,
                    const struct pattern *patterns, uint32_t count,
                    bool anywhere) {
  uint32_t most = anywhere ? q->length : q->length > 0;
  for (uint32_t i = 0; i < most; i++)
    if (fits(s, q, i, patterns, count))
      return i + 1;
  return 0;
}

static int32_t eval_queue(struct scope *s, const struct pexpr *e) {
  struct queue_of q;
  if (!scope_queue(s, e->a, &q))
    return 0;
  uint32_t most = q.chan->capacity ? q.chan->capacity : 1;
  switch (e->op) {
  case PE_LEN:
    return (int32_t)q.length;
  case PE_FULL:
    return q.length >= most;
  case PE_NFULL:
    return q.length < most;
  case PE_EMPTY:
    return !q.length;
  case PE_NEMPTY:
    return q.length > 0;
  default: /* PE_POLL */
    return queue_find(s, &q, e->patterns, e->arg_count, e->random) > 0;
  }
}

/* --- other processes ------------------------------------------------------ */

/* The process that is meant; false: there is none. */
static bool other(struct scope *s, const struct pexpr *e, process_id *p) {
  uint32_t count = view_processes(s->view);
  if (e->a) {
    int32_t number = scope_eval(s, e->a);
    *p = (process_id)number;
    return !s->failure && number >= 0 && (uint32_t)number < count;
  }
  for (process_id i = 0; i < count; i++)
    if (view_read(s->view, machine_process(s->view->machine, i))
            ->at[PROCESS_TYPE] == e->value) {
      *p = i;
      return true;
    }
  return false;
}

static int32_t eval_process(struct scope *s, const struct pexpr *e) {
  process_id p;
  uint32_t cell;
  if (!other(s, e, &p))
    return 0;
  const struct machine_part *part =
      view_read(s->view, machine_process(s->view->machine, p));
  switch (e->op) {
  case PE_PC_VALUE:
    return part->at[PROCESS_STATE];
  case PE_AT:
    return part->at[PROCESS_STATE] == (int32_t)e->element;
  case PE_REMOTE:
    return scope_cell(s, e->var, &cell) ? read_local(s, p, cell, e->place)
                                        : 0;
  default: /* PE_ENABLED */
    break;
  }
  if (s->testing)
    return 1;
  if (p == s->process && !s->outside)
    return fail(s, FAIL_OWN_TURN, e->place);
  const struct pflow *flow = s->promela->flows[part->at[PROCESS_TYPE]];
  const struct pstate *at = &flow->states[part->at[PROCESS_STATE]];
  struct scope its = {.promela = s->promela, .view = s->view, .process = p,
                      .testing = true};
  for (uint32_t i = 0; i < at->count; i++)
    if (scope_can(&its, &flow->trans[at->first + i]))
      return 1;
  return 0;
}

/* Some process is at such a label. */
static bool is_at(struct scope *s, unsigned label) {
  uint32_t count = view_processes(s->view);
  for (process_id p = 0; p < count; p++)
    if (s->view->machine->place(s->view->machine, s->view, p) &
        label)
      return true;
  return false;
}

/* --- operators ------------------------------------------------------------ */

static int32_t divided(struct scope *s, const struct pexpr *e, int32_t a,
                       int32_t b) {
  if (!b)
    return fail(s, FAIL_DIVISION, e->place);
  if (b == -1)
    return e->op == PE_DIV ? (int32_t)-(uint32_t)a : 0;
  return e->op == PE_DIV ? a / b : a % b;
}

static int32_t eval_binary(struct scope *s, const struct pexpr *e) {
  int32_t a = scope_eval(s, e->a);
  if (e->op == PE_AND)
    return a && !s->failure && scope_eval(s, e->b);
  if (e->op == PE_OR)
    return a || (!s->failure && scope_eval(s, e->b));
  int32_t b = scope_eval(s, e->b);
  uint32_t ua = (uint32_t)a, ub = (uint32_t)b;
  switch (e->op) {
  case PE_ADD:
    return (int32_t)(ua + ub);
  case PE_SUB:
    return (int32_t)(ua - ub);
  case PE_MUL:
    return (int32_t)(ua * ub);
  case PE_DIV: case PE_MOD:
    return divided(s, e, a, b);
  case PE_BAND:
    return a & b;
  case PE_BOR:
    return a | b;
  case PE_XOR:
    return a ^ b;
  case PE_SHL: /* as the processor does it */
    return (int32_t)(ua << (ub & 31));
  case PE_SHR:
    return a >> (ub & 31);
  case PE_EQ:
    return a == b;
  case PE_NE:
    return a != b;
  case PE_LT:
    return a < b;
  case PE_LE:
    return a <= b;
  case PE_GT:
    return a > b;
  default:
    return a >= b;
  }
}

int32_t scope_eval(struct scope *s, const struct pexpr *e) {
  if (s->failure)
    return 0;
  switch (e->op) {
  case PE_CONST:
    return e->value;
  case PE_VAR:
    return read_cell(s, e->var);
  case PE_NEG:
    return (int32_t)-(uint32_t)scope_eval(s, e->a);
  case PE_NOT:
    return !scope_eval(s, e->a);
  case PE_COMPLEMENT:
    return ~scope_eval(s, e->a);
  case PE_COND:
    return scope_eval(s, scope_eval(s, e->a) ? e->b : e->c);
  case PE_PID:
    return (int32_t)s->process;
  case PE_NR_PR:
    return (int32_t)view_processes(s->view);
  case PE_LAST:
    return view_read(s->view, s->promela->cell_part[s->promela->last_cell])
        ->at[s->promela->cell_word[s->promela->last_cell]];
  case PE_TIMEOUT:
    return s->view->timeout;
  case PE_NP:
    return !is_at(s, MACHINE_PROGRESS);
  case PE_ACCEPT:
    return is_at(s, MACHINE_ACCEPT);
  case PE_RUN:
    return scope_run(s, e);
  case PE_LEN: case PE_FULL: case PE_EMPTY: case PE_NFULL: case PE_NEMPTY:
  case PE_POLL:
    return eval_queue(s, e);
  case PE_ENABLED: case PE_PC_VALUE: case PE_AT: case PE_REMOTE:
    return eval_process(s, e);
  default:
    return eval_binary(s, e);
  }
}
