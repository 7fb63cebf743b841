/* What must be so of a tree between two batches.
 *
 * Two children of a node are different steps.  What a thread does next at a
 * node is given by the state, so two children with one choice are the same
 * step, with one exception: `reach` reads a run so that a reception has no
 * alternatives and its object is the message (messages.h); which alternative
 * takes that message is found when the run is planned, since it depends on what
 * else has come by then.  So the branches of a thread that receives this or
 * that message have one choice and differ by their objects.
 *
 * A node with nothing left below it is done, at once where the tree is looked
 * at in turn.  Otherwise it may have to wait: as long as elder subtrees grow
 * their races are inserted through it (tree.h), so it is not done before its
 * turn has come, and then by the walk that comes to it. */
#include "base/alloc.h"
#include "base/bitset.h"
#include "sched/tree.h"

static const char *children_sound(const struct tree *t, node_id n) {
  const struct node *p = &t->nodes[n];
  uint32_t open = 0;
  node_id last = 0;
  for (node_id c = p->first; c; c = t->nodes[c].next) {
    const struct node *child = &t->nodes[c];
    if (child->parent != n || child->depth != p->depth + 1)
      return "a child of a node has another parent or depth";
    for (node_id d = p->first; d != c; d = t->nodes[d].next)
      if (t->nodes[d].choice == child->choice &&
          !(t->nodes[d].kind == OP_RECEIVE && child->kind == OP_RECEIVE &&
            t->nodes[d].object != child->object))
        return "two children of a node are the same choice";
    open += !(child->flags & (NODE_DONE | NODE_IDLE));
    last = c;
  }
  if (last != p->last)
    return "the last child of a node is another one";
  if (open != p->open)
    return "a node counts other children as open than there are";
  return NULL;
}

static const char *flags_sound(const struct tree *t, node_id n) {
  const struct node *p = &t->nodes[n];
  bool pending = p->flags & NODE_PENDING;
  if (p->flags & NODE_DONE && (p->first || pending))
    return "a node that is done has something left";
  if (p->kept && !(pending && p->flags & NODE_SENT))
    return "a run is kept for a leaf that does not wait for it";
  if (p->kept > t->kept.len)
    return "a node keeps a run that is not there";
  if (t->in_turn && !p->open && !pending &&
      !(p->flags & (NODE_DONE | NODE_IDLE)))
    return "a node with nothing left is not done";
  return NULL;
}

/* Nodes that are in use or free, each once; a bit for each in `seen`. */
static const char *nodes_sound(const struct tree *t, uint64_t *seen,
                               uint32_t *count) {
  node_id n = 1;
  while (n) {
    if (n >= t->nodes_len || bitset_has(seen, n))
      return "a node is in the tree twice";
    bitset_add(seen, n);
    ++*count;
    const char *wrong = children_sound(t, n);
    if (!wrong)
      wrong = flags_sound(t, n);
    if (wrong)
      return wrong;
    node_id next = t->nodes[n].first;
    for (; n && !next; n = next ? n : t->nodes[n].parent)
      next = t->nodes[n].next;
    n = next;
  }
  for (n = t->free; n; n = t->nodes[n].next) {
    if (n >= t->nodes_len || bitset_has(seen, n))
      return "a free node is in use, or free twice";
    bitset_add(seen, n);
    ++*count;
  }
  return *count == t->nodes_len - 1 ? NULL : "a node is neither used nor free";
}

/* A kept run belongs to one leaf, or is free. */
static const char *kept_sound(const struct tree *t, const uint64_t *in_use) {
  size_t kept = t->kept_free.len;
  for (node_id n = 1; n < t->nodes_len; n++)
    kept += bitset_has(in_use, n) && t->nodes[n].kept != 0;
  return kept == t->kept.len ? NULL : "a kept run is nobody's";
}

const char *tree_sound(const struct tree *t) {
  if (t->nodes_len < 2 || t->nodes[1].parent || t->nodes[1].depth)
    return "the root has a parent";
  uint64_t *seen = alloc_zero(BITSET_WORDS(t->nodes_len), sizeof *seen);
  uint32_t count = 0;
  const char *wrong = nodes_sound(t, seen, &count);
  for (node_id n = t->free; !wrong && n; n = t->nodes[n].next)
    bitset_remove(seen, n);
  if (!wrong)
    wrong = kept_sound(t, seen);
  free(seen);
  return wrong;
}
