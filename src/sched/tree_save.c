/* A tree in a file.  Nodes go in order, parents before children and elders
 * before younger ones, each with the number of its children: whatever the
 * file says, what comes out is a tree.  Numbers of nodes change on the way;
 * nothing depends on them. */
#include "base/alloc.h"
#include "base/pack.h"
#include "base/sound.h"
#include "sched/tree.h"

#define ROOT 1

enum { KEPT = 64 }; /* beside the flags of a node: it has a run */

/* --- writing ------------------------------------------------------------ */

static void pack_order(struct text *out, const struct kept_run *k) {
  const struct order *o = &k->order;
  pack_uint(out, k->branch);
  pack_uint(out, o->executed);
  pack_uint(out, o->width);
  pack_uint(out, o->pending);
  pack_vec(out, &o->places);
  pack_vec(out, &o->steps);
  pack_vec(out, &o->races);
  pack_vec(out, &o->more);
  pack_bytes(out, o->clocks.at,
             (size_t)o->executed * o->width * sizeof *o->clocks.at);
}

static void pack_node(struct text *out, const struct tree *t, node_id id) {
  EXPECTS(id && id < t->nodes_len);
  const struct node *n = &t->nodes[id];
  uint32_t children = 0;
  for (node_id c = n->first; c; c = t->nodes[c].next)
    children++;
  pack_uint(out, (n->flags & ~NODE_FRESH) | (n->kept ? KEPT : 0));
  pack_uint(out, n->choice);
  pack_uint(out, n->kind);
  pack_uint(out, n->step_flags);
  pack_uint(out, n->size);
  pack_uint(out, n->object);
  pack_uint(out, n->leaves);
  pack_uint(out, n->places);
  pack_uint(out, children);
  if (n->kept)
    pack_order(out, &t->kept.at[n->kept - 1]);
}

/* The node after n in the order of the file, of those below another; 0:
 * none. */
static node_id node_after(const struct tree *t, node_id top, node_id n) {
  EXPECTS(n && n < t->nodes_len);
  if (t->nodes[n].first)
    return t->nodes[n].first;
  while (n != top && !t->nodes[n].next)
    n = t->nodes[n].parent;
  return n == top ? 0 : t->nodes[n].next;
}

void tree_pack_below(const struct tree *t, node_id top, struct text *out) {
  uint32_t count = 0;
  for (node_id n = top; n; n = node_after(t, top, n))
    count++;
  pack_uint(out, count);
  for (node_id n = top; n; n = node_after(t, top, n))
    pack_node(out, t, n);
}

void tree_save(const struct tree *t, struct text *out) {
  uint32_t *place = alloc_zero(t->nodes_len, sizeof *place);
  uint32_t count = 0;
  for (node_id n = ROOT; n; n = node_after(t, ROOT, n))
    place[n] = ++count;
  pack_uint(out, sizeof(struct step) << 8 | sizeof(struct race));
  pack_uint(out, t->sleep_sets);
  pack_uint(out, t->raw | t->unanswered << 1 | t->outcomes << 2);
  pack_uint(out, t->leaves);
  pack_uint(out, t->learned);
  pack_uint(out, t->cursor.begun);
  pack_uint(out, t->cursor.next);
  pack_uint(out, t->cursor.step);
  pack_uint(out, t->cursor.race);
  pack_vec(out, &t->closed);
  pack_vec(out, &t->places);
  tree_pack_below(t, ROOT, out);
  pack_uint(out, t->batch.len);
  /* those that were looked at may not be there any more */
  for (size_t i = 0; i < t->batch.len; i++)
    pack_uint(out, i < t->cursor.next ? 0 : place[t->batch.at[i]]);
  free(place);
}

/* --- reading ------------------------------------------------------------ */

/* Whatever is named in it is there. */
static bool places_are_sane(const struct turn_place *p, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (p[i].left >= count - i)
      return false;
  return true;
}

static bool order_is_sane(const struct order *o, uint32_t depth) {
  if (o->executed > o->steps.len || o->width % 4 ||
      !places_are_sane(o->places.at, o->places.len))
    return false;
  for (size_t i = 0; i < o->steps.len; i++)
    if (o->steps.at[i].kind >= OP_COUNT ||
        o->steps.at[i].places > o->places.len ||
        o->steps.at[i].thread >= (i < o->executed ? o->width : THREADS_MAX))
      return false;
  vec_each(&o->races, r)
    if (r->first >= o->executed || r->second >= o->steps.len ||
        r->tail >= o->steps.len - r->second ||
        (r->more && r->more >= o->more.len))
      return false;
  if (o->more.len && *vec_last(&o->more) != UINT32_MAX && o->more.len > 1)
    return false;
  return depth <= o->executed;
}

static void unpack_order(struct unpack *in, struct tree *t, node_id n) {
  struct kept_run k = {0};
  struct order *o = &k.order;
  k.branch = unpack_uint(in, 1);
  o->executed = (uint32_t)unpack_uint(in, UINT32_MAX);
  o->width = (uint32_t)unpack_uint(in, THREADS_MAX);
  o->pending = (uint32_t)unpack_uint(in, UINT32_MAX);
  o->choices = true; /* they may */
  unpack_vec(in, &o->places);
  unpack_vec(in, &o->steps);
  unpack_vec(in, &o->races);
  unpack_vec(in, &o->more);
  size_t clocks = (size_t)o->executed * o->width;
  if ((size_t)(in->end - in->at) / sizeof *o->clocks.at < clocks)
    in->bad = true;
  if (!in->bad) {
    vec_resize(&o->clocks, clocks);
    unpack_into(in, o->clocks.at, clocks, sizeof *o->clocks.at);
  }
  if (!t->kept_free.len) {
    vec_push(&t->kept_free, (uint32_t)t->kept.len);
    vec_push(&t->kept, (struct kept_run){0});
  }
  uint32_t slot = vec_pop(&t->kept_free);
  order_free(&t->kept.at[slot].order);
  t->kept.at[slot] = k;
  t->nodes[n].kept = slot + 1;
  /* a run without branches may be shorter than its prefix */
  if (!in->bad && !order_is_sane(o, k.branch ? t->nodes[n].depth : 0))
    in->bad = true;
}

/* Lists of places, as they were where nodes come from; NULL: they are those of
 * the tree. */
struct lists {
  const struct turn_place *at;
  size_t len;
};

static uint32_t places_of(struct tree *t, struct unpack *in,
                          const struct lists *l) {
  uint32_t i = (uint32_t)unpack_uint(in, UINT32_MAX);
  in->bad |= i && i >= (l->at ? l->len : t->places.len);
  return in->bad || !i ? 0 : l->at ? tree_places(t, &l->at[i]) : i;
}

/* Fills a node in; how many children it has. */
static uint32_t unpack_node(struct unpack *in, struct tree *t, node_id id,
                            const struct lists *lists) {
  uint32_t flags = (uint32_t)unpack_uint(in, 2 * KEPT - 1);
  struct node *n = &t->nodes[id];
  n->flags = (flags & (KEPT - 1)) | NODE_FRESH; /* it may be */
  t->ahead += (flags & (NODE_PENDING | NODE_SENT)) ==
              (NODE_PENDING | NODE_SENT);
  n->choice = (choice)unpack_uint(in, UINT32_MAX);
  n->kind = (uint8_t)unpack_uint(in, OP_COUNT - 1);
  n->step_flags = (uint8_t)unpack_uint(in, UINT8_MAX);
  n->size = (uint32_t)unpack_uint(in, UINT32_MAX);
  n->object = unpack_uint(in, UINT64_MAX);
  n->leaves = unpack_uint(in, UINT64_MAX);
  n->places = places_of(t, in, lists);
  uint32_t children = unpack_count(in);
  if (flags & KEPT)
    unpack_order(in, t, id);
  bool open = !(n->flags & (NODE_PENDING | NODE_DONE | NODE_IDLE));
  if (CHOICE_THREAD(n->choice) >= THREADS_MAX ||
      (open && !children && !t->cursor.begun))
    in->bad = true;
  return children;
}

static void append(struct tree *t, node_id parent, node_id child) {
  EXPECTS(parent < t->nodes_len && child < t->nodes_len);
  struct node *p = &t->nodes[parent];
  if (p->last)
    t->nodes[p->last].next = child;
  else
    p->first = child;
  p->last = child;
  p->open += !(t->nodes[child].flags & (NODE_DONE | NODE_IDLE));
}

/* All nodes; the first is there already. */
static void unpack_nodes(struct unpack *in, struct tree *t, node_id top,
                         uint32_t count, struct lists lists) {
  VEC(uint32_t) missing = {0}; /* children, by depth */
  node_id parent = top;
  vec_push(&missing, unpack_node(in, t, top, &lists));
  for (uint32_t i = 1; i < count && !in->bad; i++) {
    while (missing.len && !*vec_last(&missing)) {
      vec_pop(&missing);
      parent = t->nodes[parent].parent;
    }
    if (!missing.len)
      break;
    --*vec_last(&missing);
    node_id n = tree_node_new(t, parent);
    vec_push(&missing, unpack_node(in, t, n, &lists));
    append(t, parent, n);
    parent = n;
  }
  vec_each(&missing, m) in->bad |= *m > 0;
  vec_free(&missing);
}

void tree_unpack_below(struct tree *t, node_id top, struct unpack *in,
                       const struct turn_place *lists, size_t lists_len) {
  EXPECTS(!tree_node(t, top)->first);
  uint32_t count = unpack_count(in);
  in->bad |= !count || !places_are_sane(lists, lists_len);
  if (!in->bad)
    unpack_nodes(in, t, top, count, (struct lists){lists, lists_len});
}

static bool cursor_is_sane(const struct tree *t) {
  const struct tree_cursor *c = &t->cursor;
  if (c->next > t->learned || t->learned > t->batch.len)
    return false;
  for (uint32_t i = c->next; i < t->batch.len; i++) {
    const struct node *n = &t->nodes[t->batch.at[i]];
    if (!t->batch.at[i] || !(n->flags & NODE_PENDING) ||
        (i < t->learned) != (n->kept != 0))
      return false;
  }
  return true;
}

bool tree_load(struct tree *t, struct unpack *in) {
  if (unpack_uint(in, UINT32_MAX) !=
          (sizeof(struct step) << 8 | sizeof(struct race)) ||
      unpack_uint(in, 1) != t->sleep_sets)
    return false;
  unsigned kinds = (unsigned)unpack_uint(in, 7);
  t->raw = kinds & 1;
  t->unanswered = kinds & 2;
  t->outcomes = kinds & 4;
  t->leaves = unpack_uint(in, UINT64_MAX);
  t->learned = (uint32_t)unpack_uint(in, UINT32_MAX);
  t->cursor.begun = unpack_uint(in, 1);
  t->cursor.next = (uint32_t)unpack_uint(in, UINT32_MAX);
  t->cursor.step = (uint32_t)unpack_uint(in, UINT32_MAX);
  t->cursor.race = (uint32_t)unpack_uint(in, UINT32_MAX);
  unpack_vec(in, &t->closed);
  unpack_vec(in, &t->places);
  if (!in->bad && !places_are_sane(t->places.at, t->places.len))
    in->bad = true;
  uint32_t count = unpack_count(in);
  if (!count || in->bad)
    return false;
  unpack_nodes(in, t, ROOT, count, (struct lists){0});
  uint32_t batch = unpack_count(in);
  in->bad |= batch > EXTENDED_MAX;
  for (uint32_t i = 0; i < batch && !in->bad; i++)
    tree_add_plan(t, (node_id)unpack_uint(in, count));
  return !in->bad && cursor_is_sane(t);
}
