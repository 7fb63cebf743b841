#include "sched/tree_part.h"

#include <string.h>

#include "base/bitset.h"
#include "base/hash.h"
#include "base/pack.h"
#include "sched/tree_races.h"

/* --- which part ------------------------------------------------------------- */

static bool is_away(const struct node *n) {
  return (n->flags & (NODE_PENDING | NODE_SENT)) ==
             (NODE_PENDING | NODE_SENT) &&
         !n->kept;
}

static bool is_closed(const struct node *n) {
  return n->flags & (NODE_DONE | NODE_IDLE);
}

/* Whether it can be lent as it is.  A run that is kept waits for elders. */
static bool is_part(const struct node *n) {
  return n->flags & NODE_ALONE && !is_closed(n) &&
         !(n->flags & NODE_PENDING && n->flags & NODE_SENT);
}

struct chooser {
  struct tree *t;
  uint64_t *divided; /* a bit for each node: something below it is away */
  VEC(node_id) queue, parts;
};

/* The node after n of those below `top`; `into`: those below n are among
 * them. */
static node_id node_after(const struct tree *t, node_id top, node_id n,
                          bool into) {
  if (into && t->nodes[n].first)
    return t->nodes[n].first;
  while (n != top && !t->nodes[n].next)
    n = t->nodes[n].parent;
  return n == top ? 0 : t->nodes[n].next;
}

/* The largest parts of a part. */
static void divide(struct chooser *c, node_id top) {
  const struct tree *t = c->t;
  bool into = true;
  for (node_id n = top; (n = node_after(t, top, n, into));) {
    const struct node *p = &t->nodes[n];
    bool part = is_part(p) || bitset_has(c->divided, n);
    if (part && !is_away(p))
      vec_push(&c->queue, n);
    into = !part && !is_closed(p);
  }
}

/* Runs below a node, by those of its depth that are done. */
static uint64_t likely_runs(const struct tree *t, const struct node *n) {
  const struct closed_nodes *c =
      n->depth < t->closed.len ? &t->closed.at[n->depth] : NULL;
  return c && c->nodes ? c->leaves / c->nodes : UINT64_MAX;
}

static void find_parts(struct chooser *c, size_t away, size_t wanted,
                       uint64_t least) {
  const struct tree *t = c->t;
  vec_push(&c->queue, t->top);
  for (size_t i = 0; i < c->queue.len; i++) {
    node_id n = c->queue.at[i];
    bool must = bitset_has(c->divided, n);
    size_t all = c->parts.len + (c->queue.len - i) + away;
    size_t before = c->queue.len;
    if (must || (all < wanted && likely_runs(t, tree_node(t, n)) >= least))
      divide(c, n);
    if (!must && c->queue.len == before)
      vec_push(&c->parts, n);
  }
}

node_id tree_part_choose(struct tree *t, const node_id *away, size_t count,
                         size_t wanted, uint64_t least) {
  struct chooser c = {.t = t};
  node_id found = 0;
  if (is_closed(tree_node(t, t->top)) || !is_part(tree_node(t, t->top)))
    return 0;
  c.divided = alloc_zero(BITSET_WORDS(t->nodes_len), sizeof *c.divided);
  for (size_t i = 0; i < count; i++)
    for (node_id n = away[i]; n; n = t->nodes[n].parent)
      bitset_add(c.divided, n);
  find_parts(&c, count, wanted, least);
  for (size_t i = 0; i < c.parts.len && !found; i++)
    if (t->nodes[c.parts.at[i]].flags & NODE_STARTED ||
        tree_elders_known(t, c.parts.at[i]))
      found = c.parts.at[i];
  free(c.divided);
  vec_free(&c.queue);
  vec_free(&c.parts);
  return found;
}

/* --- lent ------------------------------------------------------------------- */

/* What was known of the path to these nodes is known no more. */
static void forget_below(struct tree *t, node_id n) {
  uint32_t depth = t->nodes[n].depth + 1;
  t->path_known = depth < t->path_known ? depth : t->path_known;
}

static void take_out_below(struct tree *t, node_id top) {
  VEC(node_id) below = {0};
  for (node_id n = top; (n = node_after(t, top, n, true));)
    vec_push(&below, n);
  vec_each(&below, id) {
    struct node *n = &t->nodes[*id];
    if (n->kept) {
      vec_push(&t->kept_free, n->kept - 1);
      t->ahead--;
    }
    *n = (struct node){.next = t->free};
    t->free = *id;
  }
  vec_free(&below);
  forget_below(t, top);
  t->nodes[top].first = t->nodes[top].last = 0;
  t->nodes[top].open = 0;
}

/* A node of the way or beside it, with flags that keep it from being run. */
static void pack_edge(struct text *out, const struct node *n, bool own) {
  unsigned flags = n->flags & (NODE_STARTED | NODE_ALONE);
  if (!own)
    flags |= node_takes(n) ? NODE_IDLE : NODE_DONE;
  pack_uint(out, flags);
  pack_uint(out, n->choice);
  pack_uint(out, n->kind);
  pack_uint(out, n->step_flags);
  pack_uint(out, n->size);
  pack_uint(out, n->object);
  pack_uint(out, n->places);
}

static void pack_beside(const struct tree *t, node_id at, node_id into,
                        struct text *out) {
  uint32_t count = 0, own = 0;
  for (node_id c = t->nodes[at].first; c; c = t->nodes[c].next) {
    own = c == into ? count : own;
    count++;
  }
  pack_uint(out, count);
  pack_uint(out, own);
  for (node_id c = t->nodes[at].first; c; c = t->nodes[c].next)
    pack_edge(out, &t->nodes[c], c == into);
}

size_t tree_lend(struct tree *t, node_id top, struct text *loan) {
  struct node *n = tree_node(t, top);
  EXPECTS(is_part(n) && !t->batch.len);
  tree_path_to(t, top);
  pack_uint(loan, t->raw | t->unanswered << 1);
  pack_vec(loan, &t->places);
  pack_uint(loan, t->nodes[t->path.at[0]].flags & NODE_STARTED);
  pack_uint(loan, n->depth);
  for (uint32_t d = 0; d < n->depth; d++)
    pack_beside(t, t->path.at[d], t->path.at[d + 1], loan);
  size_t nodes = loan->len;
  tree_pack_below(t, top, loan);
  take_out_below(t, top);
  n->flags =
      (n->flags & (NODE_STARTED | NODE_ALONE)) | NODE_PENDING | NODE_SENT;
  return nodes;
}

static void make_fresh(struct tree *t, node_id n) {
  for (; n; n = t->nodes[n].parent)
    t->nodes[n].flags |= NODE_FRESH;
}

void tree_restore(struct tree *t, node_id top, const struct text *loan,
                  size_t nodes) {
  const unsigned char *at = (const unsigned char *)loan->at;
  struct unpack in = {at + nodes, at + loan->len, false};
  EXPECTS(is_away(tree_node(t, top)));
  tree_unpack_below(t, top, &in, NULL, 0);
  EXPECTS(!in.bad);
  make_fresh(t, top);
  forget_below(t, top);
}

/* --- borrowed --------------------------------------------------------------- */

struct lists {
  VEC(struct turn_place) at;
};

static uint32_t places_of(struct tree *t, struct unpack *in,
                          const struct lists *l) {
  uint32_t i = (uint32_t)unpack_uint(in, UINT32_MAX);
  in->bad |= i && (i >= l->at.len || l->at.at[i].left >= l->at.len - i);
  return in->bad || !i ? 0 : tree_places(t, &l->at.at[i]);
}

static void unpack_edge(struct tree *t, node_id id, struct unpack *in,
                        const struct lists *l) {
  enum { ALL = NODE_STARTED | NODE_ALONE | NODE_IDLE | NODE_DONE };
  struct node n = t->nodes[id];
  n.flags = (uint8_t)(unpack_uint(in, ALL) & ALL);
  n.choice = (choice)unpack_uint(in, UINT32_MAX);
  n.kind = (uint8_t)unpack_uint(in, OP_COUNT - 1);
  n.step_flags = (uint8_t)unpack_uint(in, UINT8_MAX);
  n.size = (uint32_t)unpack_uint(in, UINT32_MAX);
  n.object = unpack_uint(in, UINT64_MAX);
  n.places = places_of(t, in, l);
  in->bad |= CHOICE_THREAD(n.choice) >= THREADS_MAX;
  t->nodes[id] = n;
}

/* The branches at a node of the way; the one that goes on. */
static node_id unpack_beside(struct tree *t, node_id at, struct unpack *in,
                             const struct lists *l) {
  uint32_t count = unpack_count(in), own = unpack_count(in);
  node_id into = 0;
  in->bad |= own >= count;
  for (uint32_t i = 0; i < count && !in->bad; i++) {
    node_id c = tree_node_new(t, at);
    unpack_edge(t, c, in, l);
    if (i)
      t->nodes[t->nodes[at].last].next = c;
    else
      t->nodes[at].first = c;
    t->nodes[at].last = c;
    into = i == own ? c : into;
  }
  t->nodes[at].open = 1;
  return into;
}

bool tree_borrow(struct tree *t, struct unpack *in) {
  EXPECTS(t->nodes_len == 2 && !t->sleep_sets);
  struct lists l = {0};
  unsigned kinds = (unsigned)unpack_uint(in, 3);
  node_id n = t->top;
  t->raw = kinds & 1;
  t->unanswered = kinds & 2;
  t->hurried = false;
  unpack_vec(in, &l.at);
  t->nodes[n].flags = NODE_ALONE | (uint8_t)unpack_uint(in, NODE_STARTED);
  for (uint32_t d = unpack_count(in); d && !in->bad; d--)
    n = unpack_beside(t, n, in, &l);
  if (!in->bad)
    tree_unpack_below(t, n, in, l.at.at, l.at.len);
  vec_free(&l.at);
  in->bad |= in->at != in->end;
  t->top = n;
  return !in->bad;
}

/* --- asked for ---------------------------------------------------------------- */

/* A copy of what matters of a step, and nothing else. */
static void ask_step(struct tree *t, const struct step *s, bool open) {
  struct step copy;
  memset(&copy, 0, sizeof copy); /* they are compared byte by byte */
  copy.object = s->object;
  copy.size = s->size;
  copy.thread = s->thread;
  copy.kind = s->kind;
  copy.flags = s->flags;
  copy.alt = open ? 0 : s->alt;
  copy.alts = s->alts;
  if (s->places) {
    const struct turn_place *p = step_places(t->order, s);
    copy.places = (uint32_t)t->asked.places.len + 1;
    for (uint32_t k = 0, left = p->left; k <= left; k++)
      vec_push(&t->asked.places, p[k]);
  }
  vec_push(&t->asked.steps, copy);
}

static bool same_ask(const struct tree *t, const struct tree_ask *a,
                     const struct tree_ask *b) {
  const struct step *steps = t->asked.steps.at;
  return a->depth == b->depth && a->count == b->count && a->rest == b->rest &&
         a->open == b->open && a->outcomes == b->outcomes &&
         !memcmp(steps + a->first, steps + b->first, a->count * sizeof *steps);
}

/* Adds it, of the steps from a.first on, unless it is there.  (Turns are at
 * other places in the list each time, so they are never taken for the same.) */
static void add_ask(struct tree *t, struct tree_ask a) {
  bool added;
  uint64_t key = hash_pair(a.depth, hash_bytes(t->asked.steps.at + a.first,
                                               a.count * sizeof(struct step)));
  uint64_t *at = map_at(&t->asks_seen, key, &added);
  if (!added && same_ask(t, &t->asks.at[*at], &a)) {
    t->asked.steps.len = a.first;
    return;
  }
  *at = t->asks.len;
  vec_push(&t->asks, a);
}

void tree_ask_branch(struct tree *t, node_id at) {
  struct tree_ask a = {.depth = tree_node(t, at)->depth,
                       .first = (uint32_t)t->asked.steps.len,
                       .count = (uint32_t)t->sequence.len,
                       .rest = t->rest,
                       .open = UINT32_MAX};
  for (uint32_t i = 0; i < a.count; i++) {
    uint32_t v = t->sequence.at[i];
    a.open = v == t->open ? i : a.open;
    ask_step(t, &t->order->steps.at[v], v == t->open);
  }
  add_ask(t, a);
}

void tree_ask_outcomes(struct tree *t, node_id at, const struct step *s) {
  struct tree_ask a = {.depth = tree_node(t, at)->depth,
                       .first = (uint32_t)t->asked.steps.len,
                       .count = 1,
                       .outcomes = true};
  ask_step(t, s, true);
  add_ask(t, a);
}

/* --- given back --------------------------------------------------------------- */

/* Steps of the way of which the first run may have told more. */
static void pack_way(const struct tree *t, struct text *out) {
  uint32_t depth = t->nodes[t->top].depth;
  pack_uint(out, depth);
  for (node_id n = t->top; depth; n = t->nodes[n].parent, depth--) {
    pack_uint(out, t->nodes[n].flags & NODE_STARTED);
    pack_uint(out, t->nodes[n].step_flags);
    pack_uint(out, t->nodes[n].size);
    pack_uint(out, t->nodes[n].object);
  }
}

bool tree_give_back(struct tree *t, struct text *out) {
  if (t->cursor.begun || t->cursor.next < t->learned)
    return false;
  for (size_t i = t->learned; i < t->batch.len; i++) {
    t->nodes[t->batch.at[i]].flags &= ~NODE_SENT; /* it was not run */
    t->ahead--;
  }
  pack_uint(out, t->raw | t->unanswered << 1 | t->outcomes << 2);
  pack_uint(out, t->leaves);
  pack_way(t, out);
  pack_vec(out, &t->closed);
  pack_vec(out, &t->places);
  tree_pack_below(t, t->top, out);
  pack_vec(out, &t->asked.places);
  pack_vec(out, &t->asked.steps);
  pack_vec(out, &t->asks);
  return true;
}

/* --- taken back --------------------------------------------------------------- */

static void take_way(struct tree *t, node_id top, struct unpack *in) {
  in->bad |= unpack_uint(in, UINT32_MAX) != t->nodes[top].depth;
  for (node_id n = top; t->nodes[n].parent && !in->bad;
       n = t->nodes[n].parent) {
    struct node told = {.flags = (uint8_t)unpack_uint(in, NODE_STARTED)};
    told.step_flags = (uint8_t)unpack_uint(in, UINT8_MAX);
    told.size = (uint32_t)unpack_uint(in, UINT32_MAX);
    told.object = unpack_uint(in, UINT64_MAX);
    struct node *p = &t->nodes[n];
    if (p->flags & NODE_STARTED || !told.flags)
      continue;
    p->flags |= NODE_STARTED;
    p->step_flags = told.step_flags;
    p->size = told.size;
    p->object = told.object;
  }
}

/* What the part has closed.  Its own node is closed here. */
static void take_closed(struct tree *t, uint32_t depth, struct unpack *in) {
  VEC(struct closed_nodes) more = {0};
  unpack_vec(in, &more);
  if (more.len > t->closed.len)
    vec_resize(&t->closed, more.len);
  for (size_t d = 0; d < more.len; d++) {
    t->closed.at[d].nodes += d == depth ? 0 : more.at[d].nodes;
    t->closed.at[d].children += more.at[d].children;
    t->closed.at[d].leaves += more.at[d].leaves;
    t->closed.at[d].first += more.at[d].first;
  }
  vec_free(&more);
}

static bool asks_are_sane(const struct tree *t, uint32_t depth) {
  const struct order *o = &t->asked;
  for (size_t i = 0; i < o->places.len; i++)
    if (o->places.at[i].left >= o->places.len - i)
      return false;
  vec_each(&o->steps, s) if (s->kind >= OP_COUNT || s->thread >= THREADS_MAX ||
                             s->places > o->places.len) return false;
  vec_each(&t->asks, a) if (!a->count || a->first > o->steps.len ||
                            a->count > o->steps.len - a->first ||
                            a->rest > a->count ||
                            a->depth >= depth) return false;
  return true;
}

static void take_asks(struct tree *t, node_id top, struct unpack *in) {
  unpack_vec(in, &t->asked.places);
  unpack_vec(in, &t->asked.steps);
  unpack_vec(in, &t->asks);
  in->bad |= in->at != in->end || !asks_are_sane(t, t->nodes[top].depth);
  if (!in->bad && t->nodes[top].flags & NODE_STARTED) {
    t->order = &t->asked;
    t->asked.choices = true; /* there may be */
    tree_answer_asks(t, top, t->asks.at, t->asks.len);
  }
  vec_clear(&t->asks);
  vec_clear(&t->asked.steps);
  vec_clear(&t->asked.places);
}

bool tree_take_back(struct tree *t, node_id top, struct unpack *in) {
  struct lists l = {0};
  EXPECTS(is_away(tree_node(t, top)) && !t->batch.len);
  unsigned kinds = (unsigned)unpack_uint(in, 7);
  t->raw |= kinds & 1;
  t->unanswered |= kinds >> 1 & 1;
  t->outcomes |= kinds >> 2;
  t->answers_all &= !t->unanswered;
  t->leaves += unpack_uint(in, UINT64_MAX);
  take_way(t, top, in);
  take_closed(t, t->nodes[top].depth, in);
  unpack_vec(in, &l.at);
  if (!in->bad)
    tree_unpack_below(t, top, in, l.at.at, l.at.len);
  vec_free(&l.at);
  bool done = t->nodes[top].flags & NODE_DONE;
  t->nodes[top].flags &= ~NODE_DONE;
  forget_below(t, top);
  make_fresh(t, top);
  take_asks(t, top, in);
  if (!in->bad && done)
    tree_close_from(t, top);
  return !in->bad;
}
