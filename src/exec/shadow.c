#include "exec/shadow_inside.h"

#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "exec/watched.h"

typedef struct shadow_value value;

/* --- of a model -------------------------------------------------------------- */

static void find_receptions(struct model_shadows *k, const struct process *p) {
  for (edge_id i = 0; i < p->edge_count; i++) {
    const struct edge *e = &p->edges[i];
    if (e->action == ACT_RECEIVE && e->fits != NONE)
      k->looked_at[e->message] = true;
  }
}

struct model_shadows *shadows_open(const struct model *m,
                                   const struct watched *w) {
  struct model_shadows *k = alloc_zero(1, sizeof *k);
  k->m = m;
  k->w = w;
  k->slot_base = alloc_zero(m->process_count + 1, sizeof *k->slot_base);
  k->looked_at = alloc_zero(m->message_count + 1, sizeof *k->looked_at);
  watched_parts(w, &k->part_count);
  for (process_id p = 0; p < m->process_count; p++) {
    k->slot_base[p + 1] = k->slot_base[p] + m->processes[p].slot_count;
    find_receptions(k, &m->processes[p]);
  }
  return k;
}

void shadows_close(struct model_shadows *k) {
  if (!k)
    return;
  sym_store_free(&k->store);
  free(k->slot_base);
  free(k->looked_at);
  free(k);
}

const struct sym_store *shadows_store(const struct model_shadows *k) {
  return &k->store;
}

/* --- of a state -------------------------------------------------------------- */

static uint32_t all_slots(const struct model_shadows *k) {
  return k->slot_base[k->m->process_count];
}

struct shadow *shadow_new(struct model_shadows *k) {
  struct shadow *s = alloc_zero(1, sizeof *s);
  s->of = k;
  s->slots = alloc_zero(all_slots(k) + 1, sizeof *s->slots);
  s->objects = alloc_zero(k->m->object_count + 1, sizeof *s->objects);
  s->parts = alloc_zero(k->part_count + 1, sizeof *s->parts);
  return s;
}

void shadow_free(struct shadow *s) {
  if (!s)
    return;
  vec_each(&s->queue, q) free(q->values);
  vec_free(&s->queue);
  free(s->slots);
  free(s->objects);
  free(s->parts);
  free(s);
}

static struct shadow_message message_new(const struct model_shadows *k,
                                         object_id o, message_id id,
                                         const value *values) {
  uint32_t arity = k->m->messages[id].arity;
  struct shadow_message q = {.object = o,
                             .message = id,
                             .values = alloc_zero(arity + 1, sizeof *q.values)};
  if (arity)
    memcpy(q.values, values, arity * sizeof *values);
  return q;
}

static struct shadow *copy(struct model_shadows *k, const struct shadow *s) {
  struct shadow *t = shadow_new(k);
  memcpy(t->slots, s->slots, all_slots(k) * sizeof *t->slots);
  memcpy(t->objects, s->objects, k->m->object_count * sizeof *t->objects);
  memcpy(t->parts, s->parts, k->part_count * sizeof *t->parts);
  vec_each(&s->queue, q)
      vec_push(&t->queue, message_new(k, q->object, q->message, q->values));
  return t;
}

/* The message at this place among those of the object, as they came. */
static size_t message_at(const struct shadow *s, object_id o, uint32_t place) {
  for (size_t i = 0; i < s->queue.len; i++)
    if (s->queue.at[i].object == o && !place--)
      return i;
  return SIZE_MAX;
}

static void message_drop(struct shadow *s, size_t at) {
  free(s->queue.at[at].values);
  for (size_t i = at + 1; i < s->queue.len; i++)
    s->queue.at[i - 1] = s->queue.at[i];
  s->queue.len--;
}

/* --- computing ---------------------------------------------------------------- */

/* p: NONE where only shared variables are looked at. */
static void begin(struct shadow_work *w, struct model_shadows *k,
                  const struct istate *state, const struct shadow *s,
                  process_id p, struct shadow_branches *out) {
  const struct model *m = k->m;
  *w = (struct shadow_work){
      .k = k, .state = state, .shadow = s, .self = p, .out = out};
  uint32_t slots = p == NONE ? 0 : m->processes[p].slot_count;
  w->slots = alloc_zero(slots + 1, sizeof *w->slots);
  w->objects = alloc_zero(m->object_count + 1, sizeof *w->objects);
  for (slot_id i = 0; i < slots; i++)
    w->slots[i] =
        shadow_known(interp_slot(state, p, i), s->slots[k->slot_base[p] + i],
                     m->processes[p].slots[i].range);
  for (object_id o = 0; o < m->object_count; o++)
    if (m->objects[o].kind == OBJECT_SHARED)
      w->objects[o] = shadow_known(interp_object(state, o), s->objects[o],
                                   m->objects[o].range);
}

static void end(struct shadow_work *w) {
  free(w->slots);
  free(w->objects);
}

static void keep(const struct shadow_work *w, struct shadow *t) {
  const struct model *m = w->k->m;
  for (slot_id i = 0; i < m->processes[w->self].slot_count; i++)
    t->slots[w->k->slot_base[w->self] + i] = w->slots[i].e;
  for (object_id o = 0; o < m->object_count; o++)
    if (m->objects[o].kind == OBJECT_SHARED)
      t->objects[o] = w->objects[o].e;
}

/* What is sent or written; false: it does not fit. */
static bool arguments(struct shadow_work *w, const struct edge *e, object_id o,
                      value *out) {
  const struct model *m = w->k->m;
  for (uint32_t i = 0; i < e->arg_count; i++) {
    struct range r = e->action == ACT_WRITE
                         ? m->objects[o].range
                         : m->messages[e->message].payload[i];
    if (!shadow_eval(w, e->args[i], &out[i]) || !shadow_within(w, &out[i], r))
      return false;
    if (out[i].e)
      out[i] = shadow_known(out[i].v, out[i].e, r);
    if (e->action == ACT_SEND && w->k->looked_at[e->message])
      shadow_fix(w, &out[i]);
  }
  return true;
}

/* The step that an edge is: with `t`, done there, too; false: it fails.  What
 * it waits for is not asked. */
static bool take(struct shadow_work *w, const struct edge *e, object_id o,
                 struct shadow *t) {
  value *args = alloc_zero(e->arg_count + 1, sizeof *args);
  bool holds = true, ok = arguments(w, e, o, args);
  if (ok && e->action == ACT_ATOMIC)
    ok = shadow_holds(w, e->guard, &holds);
  if (ok && e->action == ACT_WRITE && o != NONE)
    w->objects[o] = args[0];
  ok = ok && shadow_run(w, e->code);
  if (ok && t && e->action == ACT_SEND)
    vec_push(&t->queue, message_new(w->k, o, e->message, args));
  free(args);
  return ok;
}

/* Whether what it does is known before it: see shadow.h. */
static bool is_known(const struct edge *e) {
  return e->action != ACT_INPUT && e->action != ACT_READ &&
         e->action != ACT_RECEIVE && e->action != ACT_ATOMIC;
}

static value input_of(struct model_shadows *k, const struct shadow_taken *t,
                      const struct edge *e) {
  struct range r = e->input_range;
  if (!t->open || r.lo == r.hi)
    return shadow_number(t->step->choice);
  return shadow_known(
      t->step->choice,
      sym_var(&k->store, t->step->process, t->input, 32, r.lo, r.hi), r);
}

struct shadow *shadow_step(struct model_shadows *k, const struct shadow *s,
                           const struct shadow_taken *taken,
                           struct shadow_branches *out) {
  const struct model_step *step = taken->step;
  struct shadow *t = copy(k, s);
  if (step->edge == NONE) /* a message that nothing receives */
    return t;
  const struct edge *e = &k->m->processes[step->process].edges[step->edge];
  struct shadow_work w;
  value one = {0};
  size_t at = SIZE_MAX;
  begin(&w, k, taken->state, s, step->process, is_known(e) ? NULL : out);
  w.site = e->source + 1;
  w.inside = e->action == ACT_ATOMIC;
  w.bound = &one;
  if (e->action == ACT_INPUT)
    one = input_of(k, taken, e);
  if (e->action == ACT_READ && step->object != NONE)
    one = w.objects[step->object];
  if (e->action == ACT_RECEIVE) {
    at = message_at(s, step->object, taken->place);
    EXPECTS(at != SIZE_MAX);
    w.bound = at == SIZE_MAX ? &one : s->queue.at[at].values;
  }
  bool ok = (e->table && step->object == NONE) ||
            take(&w, e, step->object, taken->done ? t : NULL);
  EXPECTS(ok || !taken->done);
  if (ok && taken->done) {
    keep(&w, t);
    if (at != SIZE_MAX)
      message_drop(t, at);
  }
  end(&w);
  return t;
}

void shadow_look(struct model_shadows *k, const struct shadow *s,
                 const struct istate *state, process_id p,
                 struct shadow_branches *out) {
  const struct process *pr = &k->m->processes[p];
  const struct location *at = &pr->locations[interp_location(state, p)];
  struct shadow_work w;
  begin(&w, k, state, s, p, out);
  w.inside = true;
  for (uint32_t i = 0; i < at->edge_count; i++) {
    const struct edge *e = &pr->edges[at->first_edge + i];
    bool holds;
    w.site = e->source + 1;
    if (e->action == ACT_ATOMIC)
      shadow_holds(&w, e->guard, &holds);
  }
  end(&w);
}

/* --- where a thread stands ---------------------------------------------------- */

/* The variables of the thread that the expression reads. */
static void fix_locals(struct shadow_work *w, expr_id id) {
  const struct expr *x = &w->k->m->exprs[id];
  uint32_t count = x->op == EXPR_LOCAL      ? 1
                   : x->op == EXPR_LOCAL_AT ? (uint32_t)x->value
                                            : 0;
  for (uint32_t i = 0; i < count; i++)
    shadow_fix(w, &w->slots[x->a + i]);
  if (x->op == EXPR_LOCAL_AT)
    fix_locals(w, x->b);
  if (x->op < EXPR_NEG)
    return;
  fix_locals(w, x->a);
  if (x->op >= EXPR_ADD)
    fix_locals(w, x->b);
  if (x->op == EXPR_COND)
    fix_locals(w, x->c);
}

/* Which object is meant; false: none, it fails. */
static bool resolve(struct shadow_work *w, const struct edge *e, object_id *o) {
  value i = shadow_number(0);
  *o = NONE;
  if (!e->count || !e->table)
    return true;
  if (e->index != NONE &&
      (!shadow_eval(w, e->index, &i) || !shadow_below(w, &i, e->count)))
    return false;
  shadow_fix(w, &i);
  *o = e->table[i.v];
  return *o != NONE;
}

/* What stands before an edge; then, if all of it is known, the edge itself. */
static void arrive_at(struct shadow_work *w, const struct edge *e) {
  bool holds;
  object_id o;
  w->site = e->source + 1;
  if (e->action == ACT_ATOMIC || !shadow_holds(w, e->guard, &holds) || !holds)
    return;
  if (e->action == ACT_RECEIVE && e->fits != NONE)
    fix_locals(w, e->fits);
  if (resolve(w, e, &o) && is_known(e))
    take(w, e, o, NULL);
}

void shadow_arrive(struct model_shadows *k, struct shadow *s,
                   const struct istate *state, process_id p,
                   struct shadow_branches *out) {
  const struct process *pr = &k->m->processes[p];
  const struct location *at = &pr->locations[interp_location(state, p)];
  for (uint32_t i = 0; i < at->edge_count; i++) {
    struct shadow_work w;
    const struct edge *e = &pr->edges[at->first_edge + i];
    begin(&w, k, state, s, p, out);
    arrive_at(&w, e);
    if (e->action == ACT_RECEIVE)
      keep(&w, s); /* what is fixed now is a number */
    end(&w);
  }
}

/* --- properties ----------------------------------------------------------------- */

void shadow_judge(struct model_shadows *k, struct shadow *s,
                  const struct istate *state, uint32_t site,
                  struct shadow_branches *out) {
  uint32_t count;
  const struct watched_part *parts = watched_parts(k->w, &count);
  if (!count)
    return;
  struct shadow_work w;
  begin(&w, k, state, s, NONE, NULL);
  w.site = site;
  for (uint32_t i = 0; i < count; i++) {
    struct shadow_branches here = {0};
    bool holds;
    uint64_t hash = 0;
    w.out = &here;
    shadow_holds(&w, parts[i].expr, &holds);
    vec_each(&here.at, b) hash = hash_pair(hash, b->condition);
    if (hash && hash != s->parts[i])
      vec_each(&here.at, b) vec_push(&out->at, *b);
    s->parts[i] = hash;
    vec_free(&here.at);
  }
  end(&w);
}
