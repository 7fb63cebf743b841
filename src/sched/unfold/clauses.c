#include "sched/unfold/clauses.h"

#include "base/alloc.h"
#include "base/hash.h"
#include "base/sound.h"

enum { EVENTS = (1 << 24) + 1, OTHERS };

/* One bit; as a signed number that is 0 or -1. */
static sym_id truth(struct clauses *c, uint32_t kind, uint32_t index) {
  return sym_var(c->store, kind, index, 1, -1, 0);
}

void clauses_add(struct clauses *c, sym_id clause) {
  vec_push(&c->at, clause);
}

static void imply(struct clauses *c, sym_id a, sym_id b) {
  clauses_add(c, clauses_or(c, clauses_not(c, a), b));
}

static void not_both(struct clauses *c, sym_id a, sym_id b) {
  clauses_add(c, clauses_or(c, clauses_not(c, a), clauses_not(c, b)));
}

sym_id clauses_both(struct clauses *c, const sym_id *at, size_t count) {
  if (!count)
    return sym_const(c->store, 1, 1);
  if (count == 1)
    return at[0];
  size_t half = count / 2;
  return sym_binary(c->store, SYM_AND, clauses_both(c, at, half),
                    clauses_both(c, at + half, count - half));
}

sym_id clauses_all(struct clauses *c) {
  return clauses_both(c, c->at.at, c->at.len);
}

void clauses_free(struct clauses *c) {
  vec_free(&c->events);
  vec_free(&c->at);
  vec_free(&c->rivals);
}

/* --- which events ----------------------------------------------------------- */

static bool has(const struct unfold *u, unf_id e, unf_id in) {
  EXPECTS(e && e < u->at.len && in < u->at.len);
  unsigned t = u->at.at[e].thread;
  return unf_past(u, in)[t] >= e && unf_on_path(u, e, unf_past(u, in)[t]);
}

/* What is in the past of something that changes what properties read.  What
 * else has happened is no matter: without it there is a state, too, and it is
 * the same to them. */
static void mark_pasts(const struct unfold *u, bool *marked) {
  vec_each(&u->shown, s) for (uint32_t t = 0; s->event && t < u->width;
                              t++) for (unf_id e = unf_past(u, s->event)[t];
                                        e && !marked[e]; e = u->at.at[e].up)
      marked[e] = true;
}

/* What ends the process, or the run, leaves no state behind. */
static bool counts(const struct unfold *u, unf_id e) {
  EXPECTS(e && e < u->at.len);
  const struct unf_record *r = &u->at.at[e];
  return r->flags & UNF_DONE && !(r->flags & UNF_OVER) &&
         u->ops.at[r->op].kind != OP_QUIT;
}

static void make_events(struct clauses *c) {
  bool *marked = alloc_zero(c->u->at.len, sizeof *marked);
  vec_resize(&c->events, c->u->at.len);
  mark_pasts(c->u, marked);
  c->events.at[0] = 0;
  for (unf_id e = 1; e < c->u->at.len; e++)
    c->events.at[e] =
        c->everything
            ? (c->u->at.at[e].flags & UNF_DONE ? truth(c, EVENTS, e) : 0)
        : marked[e] && counts(c->u, e) ? truth(c, EVENTS, e)
                                       : 0;
  free(marked);
}

/* --- B1 --------------------------------------------------------------------- */

/* The last events of threads in the past of e, without it, that no other of
 * them has in its past; how many. */
static size_t right_before(const struct unfold *u, unf_id e, unf_id *out) {
  EXPECTS(e && e < u->at.len);
  size_t all = 0, kept = 0;
  unf_id last[THREADS_WORD + 4];
  const struct unf_record *r = &u->at.at[e];
  for (uint32_t t = 0; t < u->width; t++) {
    unf_id k = t == r->thread ? r->up : unf_past(u, e)[t];
    if (k)
      last[all++] = k;
  }
  for (size_t i = 0; i < all; i++) {
    bool below = false;
    for (size_t k = 0; k < all && !below; k++)
      below = k != i && has(u, last[i], last[k]);
    if (!below)
      out[kept++] = last[i];
  }
  return kept;
}

static void add_causes(struct clauses *c, unf_id e) {
  const struct unfold *u = c->u;
  unf_id causes[THREADS_WORD + 4];
  size_t count = right_before(u, e, causes);
  sym_id is = clauses_event(c, e), by_itself = is;
  for (size_t i = 0; i < count; i++) {
    sym_id cause = clauses_event(c, causes[i]);
    imply(c, is, cause ? cause : sym_const(c->store, 1, 0));
    if (cause)
      by_itself = clauses_or(c, by_itself, clauses_not(c, cause));
  }
  if (u->at.at[e].flags & UNF_VIRTUAL)
    clauses_add(c, by_itself);
}

/* A thread that is still in an atomic block has gone on. */
static void add_goes_on(struct clauses *c, unf_id e) {
  const struct unfold *u = c->u;
  sym_id on = clauses_not(c, clauses_event(c, e));
  if (!(u->at.at[e].flags & UNF_OPEN))
    return;
  for (unf_id k = u->at.at[e].exts; k; k = u->at.at[k].sibling) {
    if (u->at.at[k].thread != u->at.at[e].thread || !counts(u, k))
      continue;
    if (!clauses_event(c, k))
      return; /* it may go on in a way that is no matter */
    on = clauses_or(c, on, clauses_event(c, k));
  }
  clauses_add(c, on);
}

/* --- B3 --------------------------------------------------------------------- */

sym_id clauses_or_not_caused(struct clauses *c, unf_id e) {
  unf_id causes[THREADS_WORD + 4];
  size_t count = right_before(c->u, e, causes);
  sym_id not = sym_const(c->store, 1, 0);
  for (size_t i = 0; i < count; i++)
    if (clauses_event(c, causes[i]))
      not = clauses_or(c, not, clauses_not(c, clauses_event(c, causes[i])));
  return not ;
}

static void add_rivals(struct clauses *c, unf_id a, unf_id b) {
  if (!c->everything)
    return;
  vec_push(&c->rivals, ((struct clauses_rival){a, b}));
  vec_push(&c->rivals, ((struct clauses_rival){b, a}));
}

/* Of many the formula grows with their number only: one more variable each
 * says whether one so far has happened (K: after Latvala and others). */
static void add_at_most_one(struct clauses *c, const unf_id *events,
                            size_t count) {
  enum { FEW = 5 };
  sym_id before = 0;
  VEC(sym_id) is = {0};
  for (size_t i = 0; i < count; i++)
    vec_push(&is, clauses_event(c, events[i]));
  const sym_id *of = is.at;
  for (size_t i = 0; i < count && c->everything; i++)
    for (size_t k = i + 1; k < count; k++)
      add_rivals(c, events[i], events[k]);
  for (size_t i = 0; i < count && count <= FEW; i++)
    for (size_t k = i + 1; k < count; k++)
      not_both(c, of[i], of[k]);
  for (size_t i = 0; i < count && count > FEW; i++) {
    sym_id so_far = truth(c, OTHERS, c->more++);
    imply(c, of[i], so_far);
    if (before) {
      imply(c, before, so_far);
      not_both(c, before, of[i]);
    }
    before = so_far;
  }
  vec_free(&is);
}

/* After one event its thread does one thing. */
static void add_choices(struct clauses *c, unf_id e) {
  const struct unfold *u = c->u;
  VEC(unf_id) of = {0};
  for (unf_id k = u->at.at[e].exts; k; k = u->at.at[k].sibling)
    if (u->at.at[k].up == e && clauses_event(c, k))
      vec_push(&of, k);
  add_at_most_one(c, of.at, of.len);
  vec_free(&of);
}

/* Two steps of different threads that neither has in its past. */
static void add_if_apart(struct clauses *c, unf_id a, unf_id b) {
  const struct unfold *u = c->u;
  const struct unf_op *o = unf_op_of(u, a), *p = unf_op_of(u, b);
  bool looks = (o->reads_only || p->reads_only) && o->class_ == p->class_;
  if (a == b || u->at.at[a].thread == u->at.at[b].thread ||
      !unf_dependent(o, p) || has(u, a, b) || has(u, b, a))
    return;
  if (!looks) {
    not_both(c, clauses_event(c, a), clauses_event(c, b));
    add_rivals(c, a, b);
  } else if (c->everything && o->reads_only != p->reads_only) {
    unf_id read = o->reads_only ? a : b; /* the write comes after it */
    vec_push(&c->rivals, ((struct clauses_rival){read, a ^ b ^ read}));
  }
}

/* It may depend on steps on other objects, or see several states. */
static bool is_wide(const struct unfold *u, unf_id e) {
  const struct unf_op *o = unf_op_of(u, e);
  return o->multi || o->inside || o->class_ == CLASS_GLOBAL;
}

/* Leaving the process excludes nothing: it can come after what it does not
 * have in its past. */
static bool is_step(const struct clauses *c, unf_id e) {
  unsigned kind = unf_op_of(c->u, e)->kind;
  return clauses_event(c, e) && kind < OP_COUNT && kind != OP_QUIT;
}

static void add_wide(struct clauses *c) {
  for (unf_id a = 1; a < c->u->at.len; a++)
    for (unf_id b = 1; is_step(c, a) && is_wide(c->u, a) && b < c->u->at.len;
         b++)
      if (is_step(c, b) && (b < a || !is_wide(c->u, b)))
        add_if_apart(c, a, b);
}

/* Steps on one object in one state. */
struct sharers {
  VEC(unf_id) changes, uses;
};

/* The use before r that its thread made of the same state, or 0. */
static unf_id use_before(const struct unfold *u, unf_id r) {
  const struct unf_op *o = unf_op_of(u, r);
  unf_id state = u->at.at[r].state;
  for (unf_id k = u->at.at[r].up; k > state; k = u->at.at[k].up) {
    const struct unf_op *p = unf_op_of(u, k);
    if (p->class_ == o->class_ && p->object == o->object && !p->changes &&
        u->at.at[k].state == state)
      return k;
  }
  return 0;
}

static void add_sharers(struct clauses *c, const struct sharers *s) {
  const struct unfold *u = c->u;
  add_at_most_one(c, s->changes.at, s->changes.len);
  vec_each(&s->uses, r) {
    unf_id before = use_before(u, *r);
    vec_each(&s->changes,
             w) if (!before ||
                    has(u, before, *w)) /* else they say so of that */
        add_if_apart(c, *r, *w);
  }
}

static void add_objects(struct clauses *c) {
  const struct unfold *u = c->u;
  struct map numbers = {0};
  VEC(struct sharers) all = {0};
  for (unf_id e = 1; e < u->at.len; e++) {
    const struct unf_op *o = unf_op_of(u, e);
    bool added;
    if (!is_step(c, e) || is_wide(u, e) || o->class_ <= CLASS_LOCAL)
      continue;
    uint64_t key =
        hash_pair(hash_pair(o->object, o->class_), u->at.at[e].state);
    uint64_t *at = map_at(&numbers, key, &added);
    if (added) {
      *at = all.len;
      vec_push(&all, ((struct sharers){0}));
    }
    struct sharers *s = &all.at[*at];
    if (o->changes)
      vec_push(&s->changes, e);
    else
      vec_push(&s->uses, e);
  }
  vec_each(&all, s) {
    add_sharers(c, s);
    vec_free(&s->changes);
    vec_free(&s->uses);
  }
  vec_free(&all);
  map_free(&numbers);
}

void clauses_configurations(struct clauses *c) {
  make_events(c);
  for (unf_id e = 1; e < c->u->at.len; e++) {
    if (!clauses_event(c, e))
      continue;
    add_causes(c, e);
    add_goes_on(c, e);
    add_choices(c, e);
  }
  add_objects(c);
  add_wide(c);
}

/* --- C2 and C3 --------------------------------------------------------------- */

/* The events of a past, and which of them must come before which. */
struct circle {
  const struct unfold *u;
  const uint32_t *past;
  VEC(unf_id) path;   /* from the first that is looked at */
  struct map visited; /* event -> 1: on the path, 2: left */
};

static bool follow(struct circle *k, unf_id e);

/* Whether a read that does not see the write e, which comes after it, leads
 * round. */
static bool follow_reads(struct circle *k, unf_id e) {
  const struct unfold *u = k->u;
  const struct unf_op *o = unf_op_of(u, e);
  if (o->class_ != CLASS_ACCESS || !o->changes)
    return false;
  for (uint32_t t = 0; t < u->width; t++)
    for (unf_id r = k->past[t]; r; r = u->at.at[r].up) {
      const struct unf_op *p = unf_op_of(u, r);
      if (p->reads_only && t != u->at.at[e].thread && unf_dependent(o, p) &&
          !has(u, e, r) && follow(k, r))
        return true;
    }
  return false;
}

/* From an event to those that must come before it; true: they lead round, and
 * the end of the path is the circle. */
static bool follow(struct circle *k, unf_id e) {
  const struct unfold *u = k->u;
  unf_id causes[THREADS_WORD + 4];
  bool added;
  uint64_t *state = map_at(&k->visited, e, &added);
  if (!added && *state == 2)
    return false;
  vec_push(&k->path, e);
  if (!added)
    return true;
  *state = 1;
  size_t count = right_before(u, e, causes);
  for (size_t i = 0; i < count; i++)
    if (follow(k, causes[i]))
      return true;
  if (follow_reads(k, e))
    return true;
  map_put(&k->visited, e, 2);
  k->path.len--;
  return false;
}

sym_id clauses_circle(struct clauses *c, const uint32_t *past) {
  const struct unfold *u = c->u;
  struct circle k = {.u = u, .past = past};
  bool round = false;
  sym_id not_all = 0;
  for (uint32_t t = 0; u->contextual && t < u->width && !round; t++)
    round = past[t] && follow(&k, past[t]);
  if (round) {
    size_t i = k.path.len - 1;
    not_all = sym_const(c->store, 1, 0);
    do
      not_all = clauses_or(c, not_all,
                           clauses_not(c, clauses_event(c, k.path.at[--i])));
    while (k.path.at[i] != *vec_last(&k.path));
  }
  vec_free(&k.path);
  map_free(&k.visited);
  return not_all;
}

/* --- solutions --------------------------------------------------------------- */

void clauses_solution(const struct clauses *c, struct sym_values *v,
                      uint32_t *past) {
  const struct unfold *u = c->u;
  for (uint32_t t = 0; t < THREADS_WORD + 4; t++)
    past[t] = 0;
  for (unf_id e = 1; e < u->at.len; e++) {
    sym_id is = clauses_event(c, e);
    if (is && sym_value(c->store, v, sym_var_number(c->store, is)))
      past[u->at.at[e].thread] = e;
  }
}

sym_id clauses_other(struct clauses *c, const uint32_t *past) {
  const struct unfold *u = c->u;
  sym_id other = sym_const(c->store, 1, 0);
  for (uint32_t t = 0; t < u->width; t++) {
    if (past[t])
      other = clauses_or(c, other, clauses_not(c, clauses_event(c, past[t])));
    for (unf_id e = u->at.at[past[t]].exts; e; e = u->at.at[e].sibling)
      if (u->at.at[e].thread == t && clauses_event(c, e))
        other = clauses_or(c, other, clauses_event(c, e));
  }
  return other;
}
