/* The unfolding of the net, event by event (K figure 7.6). */
#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "sched/sched.h"
#include "sched/unfold/net.h"

/* --- what follows from a transition ---------------------------------------- */

static void note_record(struct unf_net *n, const struct unfold *u, unf_id r,
                        uint32_t step) {
  if (n->of.len <= r)
    vec_resize(&n->of, u->at.len);
  n->of.at[r].step = step;
  n->of.at[r].rank = net_rank(n, n->steps.at[step].key);
}

static void go_on(struct unfold *u, unf_id e, uint32_t step);

/* Both ways of a branch on inputs are there, whichever a run has gone; which
 * of them can be gone after this past, the solver says (conditions.c). */
static void both_ways(struct unfold *u, unf_id e, op_id op) {
  uint32_t past[THREADS_WORD + 4];
  bool made;
  memcpy(past, unf_past(u, e), u->width * sizeof *past);
  unf_add_alternatives(u, unf_record(u, e, op, 0, past, &made), 2);
}

/* A thread is there; the walk knows its place. */
static void begin_thread(struct unfold *u, unsigned t, unf_id creator) {
  struct unf_net *n = u->net;
  unf_id r = unf_start(u, t, creator);
  uint32_t step = net_find(n, netwalk_virtual_key(&n->walk, t, UNF_START, t));
  EXPECTS(step);
  note_record(n, u, r, step);
  for (uint32_t c = n->steps.at[step].children; c; c = n->children.at[c].next)
    netwalk_create(&n->walk, t, n->children.at[c].thread);
  go_on(u, r, step);
}

/* What the thread of e stands at, and whom it has created on the way. */
static void go_on(struct unfold *u, unf_id e, uint32_t step) {
  const struct unf_net *n = u->net;
  const struct net_step s = n->steps.at[step];
  u->at.at[e].flags |= s.flags & NET_STOPPED ? UNF_STOPPED : 0;
  u->at.at[e].flags |= s.flags & NET_VAIN ? UNF_VAIN : 0;
  if (s.looks)
    map_put(&u->turns, e, s.looks);
  for (uint32_t c = s.children; c; c = n->children.at[c].next)
    begin_thread(u, n->children.at[c].thread, e);
  if (s.flags & NET_ENDED) {
    u->at.at[e].flags |= UNF_ENDED;
    unf_thread_ended(u, e);
  } else if (s.flags & NET_VAGUE) {
    vec_push(&u->vague, e);
    vec_push(&u->vague_ops, s.then);
  } else if (s.then && u->ops.at[s.then].kind == UNF_LEAVE) {
    u->at.at[e].then = s.then;
  } else if (s.then) {
    unf_set_then(u, e, s.then);
    if (u->ops.at[s.then].kind == OP_BRANCH)
      both_ways(u, e, s.then);
  }
}

static void begin(struct unfold *u) {
  struct unf_net *n = u->net;
  n->begun = true;
  netwalk_clear(&n->walk);
  for (uint64_t left = n->first; left; left &= left - 1)
    netwalk_first(&n->walk, (unsigned)__builtin_ctzll(left));
  for (uint64_t left = n->first; left; left &= left - 1)
    begin_thread(u, (unsigned)__builtin_ctzll(left), 0);
}

/* --- one event ------------------------------------------------------------- */

bool net_has_to_tell(const struct unfold *u, const struct net_step *s) {
  if (s->flags & NET_TOLD)
    return false;
  if (s->e.kind == OP_QUIT)
    return s->e.value != 0;
  return !s->then && !(s->flags & (NET_ENDED | NET_VAIN)) &&
         (s->flags & NET_STOPPED || u->exits);
}

/* Who has looked in vain, and whether too early.  A marking does not say so,
 * for a thread stands at the same place before a write that it does not see
 * and after one that it does; but only after the last of them it waits for
 * ever.  So two markings are one only if this is the same. */
static uint64_t looks(const struct unfold *u, unf_id r,
                      const struct net_step *s) {
  uint32_t past[THREADS_WORD + 4];
  uint64_t all = 0;
  memcpy(past, unf_past(u, r), u->width * sizeof *past);
  past[u->at.at[r].thread] = r;
  for (uint32_t t = 0; t < u->width; t++) {
    unf_id e = past[t];
    bool own = e == r;
    if (!e || !(own ? s->flags & NET_VAIN && !s->then : unf_in_vain(u, e)))
      continue;
    uint32_t steps = own ? s->looks : unf_turn(u, e);
    all = marking_pair(&u->net->walk.m, all,
                       2 * t + unf_looked_last(u, e, steps, past) + 1);
  }
  return all;
}

/* Walks to where a record can be done and, if the net knows it, over it. */
static void look_ahead(struct unfold *u, struct net_possible *p) {
  struct unf_net *n = u->net;
  uint64_t key = netwalk_before(u, p->record, &p->size, &p->weight);
  uint32_t step = net_find(n, key);
  p->marking = 0;
  if (!step)
    return;
  netwalk_record(u, p->record, step);
  uint64_t vain = looks(u, p->record, &n->steps.at[step]);
  p->marking = netwalk_marking(&n->walk);
  if (vain) /* an odd second: no marking by itself is such a pair */
    p->marking = marking_pair(&n->walk.m, p->marking, vain + 1);
}

/* The record does what the net says; unless it is a cut-off. */
static void happen(struct unfold *u, struct net_possible p, uint32_t step) {
  EXPECTS(p.record && p.record < u->at.len && step);
  struct unf_net *n = u->net;
  struct net_step *s = &n->steps.at[step];
  unf_id r = p.record;
  bool is_step = u->ops.at[u->at.at[r].op].kind < OP_COUNT, added;
  if (!p.marking || s->children) /* it is gone on from where the walk is */
    look_ahead(u, &p);
  note_record(n, u, r, step);
  if (net_has_to_tell(u, s)) {
    s->flags |= NET_TOLD;
    vec_push(&u->again, r);
  }
  if (is_step && s->e.alts > 1)
    unf_add_alternatives(u, r, s->e.alts);
  uint64_t *first = map_at(&n->visited, p.marking, &added);
  if (!added) {
    u->at.at[r].flags |= UNF_CUT;
    n->cuts++;
    return;
  }
  *first = r;
  u->at.at[r].flags |= s->flags & NET_SEEN ? UNF_SEEN : 0;
  unf_execute(u, r, is_step ? &s->e : NULL);
  go_on(u, r, step);
}

/* --- races ----------------------------------------------------------------- */

bool net_may_race(const struct unf_op *a, const struct unf_op *b) {
  return a->kind < OP_COUNT && b->kind < OP_COUNT &&
         op_race(a->kind, a->plain, b->kind, b->plain) &&
         op_dependent(a->kind, a->object, a->size, b->kind, b->object, b->size);
}

uint64_t net_places(const struct unf_op *a, const struct unf_op *b) {
  uint64_t lo = a->site < b->site ? a->site : b->site;
  return hash_pair(lo, a->site ^ b->site);
}

/* A past in which the threads of both stand at their operations, if there is
 * one. */
static bool both_stand(struct unfold *u, unf_id a, unf_id b, uint32_t *out) {
  uint32_t other[THREADS_WORD + 4];
  unsigned s = u->at.at[a].thread, t = u->at.at[b].thread;
  memcpy(out, unf_past(u, a), u->width * sizeof *out);
  memcpy(other, unf_past(u, b), u->width * sizeof *other);
  out[s] = u->at.at[a].up;
  other[t] = u->at.at[b].up;
  if (out[t] > other[t] || other[s] > out[s] || !unf_together(u, out, other))
    return false;
  unf_join(out, other, u->width);
  return true;
}

static void find_race(struct unfold *u, unf_id a, unf_id b) {
  struct unf_net *n = u->net;
  const struct unf_op *x = unf_op_of(u, a), *y = unf_op_of(u, b);
  uint32_t past[THREADS_WORD + 4];
  if (u->at.at[a].thread == u->at.at[b].thread || !net_may_race(x, y))
    return;
  uint64_t key = net_places(x, y);
  if (map_get(&n->raced, key) || !both_stand(u, a, b, past) ||
      !unf_feasible(u, past))
    return;
  struct net_race found = {a, b};
  map_put(&n->raced, key, 1);
  vec_push(&n->races, found);
}

static void find_races_in(struct unfold *u, unf_id r, const uint32_t *lists) {
  for (unsigned loud = 0; loud < 2; loud++)
    for (uint32_t l = lists[loud]; l; l = unf_behind(u, l))
      if (unf_listed(u, l) != r)
        find_race(u, r, unf_listed(u, l));
}

/* Whoever stands at an access of the same bytes, in the same state of them, is
 * filed where r is. */
static void find_races(struct unfold *u, unf_id r) {
  const struct unf_op o = *unf_op_of(u, r);
  unf_id many[64], up = u->at.at[r].up;
  uint32_t past[THREADS_WORD + 4], cells[UNF_CELLS];
  bool first, all;
  if ((o.class_ != CLASS_ACCESS && !u->makes) || o.kind >= OP_COUNT ||
      o.class_ == CLASS_GLOBAL || (u->options && u->options->no_races))
    return;
  memcpy(past, unf_past(u, r), u->width * sizeof *past);
  past[u->at.at[r].thread] = up;
  size_t count = unf_newest(u, u->at.at[r].op, up, past, many, 64, &first);
  for (size_t i = 0; i < count; i++)
    find_races_in(u, r, u->at.at[many[i]].kids);
  if (!first)
    return;
  count = unf_cells(u, u->at.at[r].op, up, cells, &all);
  for (size_t i = 0; i < count; i++)
    find_races_in(u, r, u->cells.at[cells[i]].roots);
  for (size_t i = 0; all && i < u->scratch.len; i++)
    find_races_in(u, r, u->cells.at[u->scratch.at[i]].roots);
  if (!all) {
    uint32_t large = unf_cell_of(u, CLASS_ACCESS, UINT64_MAX / 32);
    find_races_in(u, r, u->cells.at[large].roots);
  }
}

void net_plan_races(struct unfold *u, size_t plans) {
  struct unf_net *n = u->net;
  uint32_t past[THREADS_WORD + 4];
  while (n->races.len && u->plans.len < plans) {
    struct net_race r = vec_pop(&n->races);
    if (both_stand(u, r.one, r.other, past))
      unf_add_plan(u, past, (struct unf_plan){.one = r.one, .other = r.other});
  }
}

/* --- all of them ----------------------------------------------------------- */

/* What has become possible gets its place in the order. */
static void take_possible(struct unfold *u) {
  struct net_possible p;
  while (u->todo.len) {
    p.record = vec_pop(&u->todo);
    if (u->at.at[p.record].flags &
        (UNF_DONE | UNF_BLOCKED | UNF_SENT | UNF_CUT))
      continue;
    if (u->net->of.len <= p.record || !u->net->of.at[p.record].depth)
      find_races(u, p.record);
    look_ahead(u, &p);
    net_push(u, p);
  }
}

/* The other way of a branch beyond those that are followed (--branches), which
 * is said where it is met (concolic.c): the net knows the one that a run has
 * gone, and that there is no other. */
static bool is_beyond(struct unfold *u, unf_id r) {
  uint32_t size;
  uint64_t weight;
  if (unf_op_of(u, r)->kind != OP_BRANCH)
    return false;
  const struct unf_record *k = &u->at.at[r];
  netwalk_before(u, r, &size, &weight);
  uint32_t other = net_find(u->net, netwalk_next_key(&u->net->walk, k->thread,
                                                     unf_op_of(u, r), !k->alt));
  return other && u->net->steps.at[other].e.alts == 1;
}

/* Whatever else is not known and goes together with a plan is done on the way;
 * it stays among what is possible, and is known then.  Where a few runs show
 * the whole net that saves most of them; the more there are, the less of it is
 * looked at. */
static void take_along(struct unfold *u, uint32_t *past) {
  enum { MOST = 8192, SOME = 64 };
  struct unf_net *n = u->net;
  uint32_t both[THREADS_WORD + 4];
  size_t near = MOST / (1 + u->tests / SOME);
  for (size_t i = 0; i < n->heap.len && i < near; i++) {
    unf_id r = n->heap.at[i].record;
    if (u->at.at[r].flags & (UNF_DONE | UNF_CUT | UNF_BLOCKED) ||
        net_find(n, net_key(n, r)) || !unf_together(u, past, unf_past(u, r)))
      continue;
    memcpy(both, past, u->width * sizeof *both);
    unf_join(both, unf_past(u, r), u->width);
    if (unf_feasible(u, both))
      memcpy(past, both, u->width * sizeof *both);
  }
}

static void plan(struct unfold *u, unf_id r) {
  uint32_t past[THREADS_WORD + 4];
  memcpy(past, unf_past(u, r), u->width * sizeof *past);
  take_along(u, past);
  u->at.at[r].flags |= UNF_SENT;
  unf_add_plan(u, past, (struct unf_plan){.target = r});
}

/* More of what is possible and not known: whoever comes to a place of the net
 * for the first time has to be run sometime. */
static void plan_more(struct unfold *u, size_t plans) {
  struct unf_net *n = u->net;
  size_t kept = 0;
  struct map keys = {0};
  for (size_t i = 0; i < u->plans.len; i++)
    map_put(&keys, net_key(n, u->plans.at[i].target), 1);
  VEC(struct net_possible) rest = {0};
  for (size_t i = 0; i < n->heap.len; i++) {
    struct net_possible p = n->heap.at[i];
    uint64_t key = net_key(n, p.record);
    if (u->plans.len < plans && !net_find(n, key) && !map_get(&keys, key) &&
        !is_beyond(u, p.record)) {
      map_put(&keys, key, 1);
      plan(u, p.record);
    } else {
      vec_push(&rest, p);
    }
  }
  kept = rest.len;
  n->heap.len = 0;
  for (size_t i = 0; i < kept; i++)
    net_push(u, rest.at[i]);
  vec_free(&rest);
  map_free(&keys);
}

bool net_unfold(struct unfold *u, size_t plans) {
  enum { ASKED = 256, FEW = 64 };
  struct unf_net *n = u->net;
  size_t most = u->tests / FEW < plans ? u->tests / FEW + 1 : plans;
  if (!n->begun)
    begin(u);
  for (uint64_t count = 1;; count++) {
    take_possible(u);
    if (!n->heap.len)
      return true;
    if (count % ASKED == 0 && unfold_leaves_off(u, 0))
      return false;
    struct net_possible p = net_pop(u);
    if (u->at.at[p.record].flags & (UNF_DONE | UNF_CUT | UNF_BLOCKED))
      continue;
    uint32_t step = net_find(n, net_key(n, p.record));
    if (step) {
      happen(u, p, step);
      continue;
    }
    if (is_beyond(u, p.record))
      continue;
    plan(u, p.record);
    if (most > 1)
      plan_more(u, most);
    return true;
  }
}
