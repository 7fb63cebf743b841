#include "explore/spots.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "base/stress.h"
#include "explore/eval.h"

enum { SPOTS_MAX = STRESSED(64, 512), STEPS_MAX = 4096 };

/* While a model is looked through, process by process. */
struct tour {
  struct spots *s;
  const struct model *m;
  int32_t **locals;  /* by process: words of the one that is looked through */
  process_id *stamp; /* by instruction: the process that reached it + 1 */
  VEC(code_id) reached, todo; /* the code of the process */
  /* of the process: */
  const struct process *process;
  struct process_spots *own;
  process_id p;
  bool *counter;   /* by slot */
  bool *looked_at; /* by slot: by a guard, an index, a branch */
  int32_t *words;  /* location, slot 0, slot 1, ... */
  uint32_t steps;  /* of code, for one edge */
  bool many;
};

/* --- counters -------------------------------------------------------------- */

/* Whether the expression is one of counters; `note`: those that it has are
 * looked at. */
static bool is_counted(struct tour *t, expr_id id, bool note) {
  if (id == NONE)
    return true;
  EXPECTS(id < t->m->expr_count);
  const struct expr *x = &t->m->exprs[id];
  bool all = true;
  switch (x->op) {
  case EXPR_CONST:
    return true;
  case EXPR_LOCAL:
    if (note)
      t->looked_at[x->a] = true;
    return t->counter[x->a];
  case EXPR_NEG:
  case EXPR_NOT:
    return is_counted(t, x->a, note);
  case EXPR_COND:
    all = is_counted(t, x->c, note);
    break;
  case EXPR_LOCAL_AT:
    is_counted(t, x->b, note);
    return false;
  default:
    if (x->op < EXPR_NEG)
      return false;
  }
  bool left = is_counted(t, x->a, note);
  return is_counted(t, x->b, note) && left && all;
}

static void reach(struct tour *t, code_id start) {
  vec_push(&t->todo, start);
  while (t->todo.len) {
    code_id at = vec_pop(&t->todo);
    if (t->stamp[at] == t->p + 1)
      continue;
    const struct code *c = &t->m->code[at];
    t->stamp[at] = t->p + 1;
    vec_push(&t->reached, at);
    if (c->op == CODE_JUMP || c->op == CODE_UNLESS)
      vec_push(&t->todo, c->to);
    if (c->op != CODE_JUMP && c->op != CODE_STOP)
      vec_push(&t->todo, at + 1);
  }
}

static void reach_all(struct tour *t) {
  vec_clear(&t->reached);
  reach(t, t->process->start);
  for (edge_id e = 0; e < t->process->edge_count; e++)
    reach(t, t->process->edges[e].code);
}

/* Takes away those that are given something else; whether there were any. */
static bool take_others(struct tour *t) {
  bool changed = false;
  vec_each(&t->reached, at) {
    const struct code *c = &t->m->code[*at];
    bool one = c->op == CODE_SET, some = c->op == CODE_SET_AT;
    if (one && is_counted(t, c->value, false))
      continue;
    for (uint32_t i = 0; i < (one ? 1 : some ? c->count : 0); i++) {
      changed |= t->counter[c->target + i];
      t->counter[c->target + i] = false;
    }
  }
  return changed;
}

/* What is looked at, and what that is computed of. */
static void note_looks(struct tour *t) {
  for (edge_id e = 0; e < t->process->edge_count; e++) {
    is_counted(t, t->process->edges[e].guard, true);
    is_counted(t, t->process->edges[e].index, true);
  }
  for (uint32_t round = 0; round <= t->process->slot_count; round++)
    vec_each(&t->reached, at) {
      const struct code *c = &t->m->code[*at];
      if (c->op == CODE_UNLESS ||
          (c->op == CODE_SET && t->looked_at[c->target]))
        is_counted(t, c->value, true);
    }
}

static void find_counters(struct tour *t) {
  for (slot_id i = 0; i < t->process->slot_count; i++)
    t->counter[i] = true;
  while (take_others(t))
    ;
  note_looks(t);
  for (slot_id i = 0; i < t->process->slot_count; i++)
    if (t->counter[i] && t->looked_at[i])
      vec_push(&t->own->counters, i);
    else
      t->counter[i] = false;
}

/* --- spots ----------------------------------------------------------------- */

/* Exact: a number in a system with as many digits as there are values; 0 where
 * that is too large. */
static uint64_t key_of(const struct spots *s, process_id p,
                       const int32_t *words) {
  const struct process *process = &s->model->processes[p];
  uint64_t key = (uint64_t)words[0] + 1;
  vec_each(&s->of[p].counters, slot) {
    struct range r = process->slots[*slot].range;
    uint64_t size = (uint64_t)((int64_t)r.hi - r.lo) + 1;
    uint64_t digit = (uint64_t)((int64_t)words[1 + *slot] - r.lo);
    if (digit >= size || __builtin_mul_overflow(key, size, &key) ||
        __builtin_add_overflow(key, digit, &key))
      return 0;
  }
  return key;
}

static struct eval values_of(const struct tour *t) {
  return (struct eval){.model = t->m, .process = t->p, .locals = t->locals};
}

/* The spot that the words are at; a new one, maybe. */
static spot_id enter(struct tour *t) {
  struct process_spots *own = t->own;
  bool added = false;
  uint64_t key = key_of(t->s, t->p, t->words);
  t->many |= !key || own->at.len >= SPOTS_MAX;
  if (t->many)
    return 0;
  uint64_t *id = map_at(&own->number, key, &added);
  if (!added)
    return (spot_id)(*id - 1);
  size_t bytes = own->counters.len * sizeof(int32_t);
  struct spot_at new = {(location_id)t->words[0],
                        arena_alloc(&t->s->arena, bytes, _Alignof(int32_t))};
  for (size_t i = 0; i < own->counters.len; i++)
    new.counters[i] = t->words[1 + own->counters.at[i]];
  vec_push(&own->at, new);
  *id = own->at.len;
  return (spot_id)(own->at.len - 1);
}

static void stand(const struct tour *t, spot_id at) {
  const struct spot_at *spot = &t->own->at.at[at];
  t->words[0] = (int32_t)spot->location;
  for (size_t i = 0; i < t->own->counters.len; i++)
    t->words[1 + t->own->counters.at[i]] = spot->counters[i];
}

/* A counter gets its value; false: the step fails. */
static bool set(struct tour *t, const struct code *c) {
  struct eval e = values_of(t);
  int64_t value = eval_expr(&e, c->value);
  struct range r = t->process->slots[c->target].range;
  if (e.failure || value < r.lo || value > r.hi)
    return false;
  t->words[1 + c->target] = (int32_t)value;
  return true;
}

static void run(struct tour *t, code_id at, spot_id from, edge_id edge);

/* Either way, if it is not known which. */
static void branch(struct tour *t, code_id at, spot_id from, edge_id edge) {
  const struct code *c = &t->m->code[at];
  bool known = is_counted(t, c->value, false), holds = true;
  size_t bytes = (1 + t->process->slot_count) * sizeof *t->words;
  int32_t *saved = alloc_zero(1, bytes);
  if (known) {
    struct eval e = values_of(t);
    holds = eval_expr(&e, c->value) != 0 || e.failure;
  }
  memcpy(saved, t->words, bytes);
  if (holds)
    run(t, at + 1, from, edge);
  memcpy(t->words, saved, bytes);
  if (!holds || !known)
    run(t, c->to, from, edge);
  free(saved);
}

/* The code of an edge, or of the start (edge NONE), on the words. */
static void run(struct tour *t, code_id at, spot_id from, edge_id edge) {
  while (!t->many) {
    const struct code *c = &t->m->code[at];
    t->many |= ++t->steps > STEPS_MAX;
    switch (c->op) {
    case CODE_STOP:
      t->words[0] = (int32_t)c->to;
      struct spot_arc arc = {from, enter(t), edge};
      if (edge != NONE)
        vec_push(&t->own->arcs, arc);
      return;
    case CODE_JUMP:
      at = c->to;
      continue;
    case CODE_UNLESS:
      branch(t, at, from, edge);
      return;
    case CODE_SET:
      if (t->counter[c->target] && !set(t, c))
        return;
      break;
    default:
      break;
    }
    at++;
  }
}

/* False only where it does not hold, whatever is not known. */
static bool may_hold(struct tour *t, expr_id id) {
  if (id == NONE)
    return true;
  const struct expr *x = &t->m->exprs[id];
  if (!is_counted(t, id, false))
    return x->op == EXPR_AND  ? may_hold(t, x->a) && may_hold(t, x->b)
           : x->op == EXPR_OR ? may_hold(t, x->a) || may_hold(t, x->b)
                              : true;
  struct eval e = values_of(t);
  return eval_expr(&e, id) || e.failure;
}

/* The place in its table of the object that the edge is for. */
static uint32_t place_of(struct tour *t, const struct edge *edge) {
  if (edge->index == NONE || !is_counted(t, edge->index, false))
    return NONE;
  struct eval e = values_of(t);
  int64_t place = eval_expr(&e, edge->index);
  return e.failure || place < 0 || place >= edge->count ? NONE
                                                        : (uint32_t)place;
}

static void go_on(struct tour *t, spot_id from) {
  const struct location *l =
      &t->process->locations[t->own->at.at[from].location];
  for (uint32_t i = 0; i < l->edge_count && !t->many; i++) {
    const struct edge *e = &t->process->edges[l->first_edge + i];
    stand(t, from);
    if (!may_hold(t, e->guard))
      continue;
    struct spot_open open = {from, l->first_edge + i, place_of(t, e)};
    vec_push(&t->own->opens, open);
    t->steps = 0;
    run(t, e->code, from, l->first_edge + i);
  }
}

static void give_up(struct process_spots *own) {
  vec_free(&own->counters);
  vec_free(&own->at);
  vec_free(&own->arcs);
  vec_free(&own->opens);
  map_free(&own->number);
  *own = (struct process_spots){0};
}

static void find_spots(struct tour *t) {
  for (slot_id i = 0; i < t->process->slot_count; i++)
    t->words[1 + i] = t->process->slots[i].init;
  run(t, t->process->start, 0, NONE);
  for (spot_id at = 0; at < t->own->at.len && !t->many; at++)
    go_on(t, at);
  if (t->many)
    give_up(t->own);
}

static void look_through(struct tour *t, process_id p) {
  const struct process *process = &t->m->processes[p];
  uint32_t slots = process->slot_count;
  if (!slots)
    return;
  t->process = process;
  t->own = &t->s->of[p];
  t->p = p;
  t->many = false;
  t->steps = 0;
  t->counter = alloc_zero(slots, sizeof *t->counter);
  t->looked_at = alloc_zero(slots, sizeof *t->looked_at);
  t->words = t->locals[p] = alloc_zero(slots + 1, sizeof *t->words);
  reach_all(t);
  find_counters(t);
  if (t->own->counters.len)
    find_spots(t);
  free(t->counter);
  free(t->looked_at);
  free(t->words);
}

/* --- life ------------------------------------------------------------------ */

void spots_open(struct spots *s, const struct model *m) {
  *s = (struct spots){.model = m};
  s->of = alloc_zero(m->process_count, sizeof *s->of);
  if (m->machine)
    return;
  struct tour t = {.s = s, .m = m};
  t.locals = alloc_zero(m->process_count, sizeof *t.locals);
  t.stamp = alloc_zero(m->code_count, sizeof *t.stamp);
  for (process_id p = 0; p < m->process_count; p++)
    look_through(&t, p);
  free(t.locals);
  free(t.stamp);
  vec_free(&t.reached);
  vec_free(&t.todo);
}

void spots_close(struct spots *s) {
  for (process_id p = 0; p < s->model->process_count; p++)
    give_up(&s->of[p]);
  free(s->of);
  arena_free(&s->arena);
}

/* --- questions -------------------------------------------------------------- */

spot_id spots_find(const struct spots *s, process_id p, const int32_t *words) {
  EXPECTS(p < s->model->process_count && words);
  if (!s->of[p].counters.len)
    return (spot_id)words[0];
  const uint64_t *id = map_get(&s->of[p].number, key_of(s, p, words));
  return id ? (spot_id)(*id - 1) : (spot_id)s->of[p].at.len;
}
