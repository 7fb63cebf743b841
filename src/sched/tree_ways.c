/* A sequence that comes to a branch on inputs on its way down the tree. */
#include <string.h>

#include "base/sound.h"
#include "sched/sched.h"
#include "sched/tree.h"

bool tree_feasible(struct tree *t, node_id at, const struct node *branch,
                   unsigned way, const uint32_t *steps, uint32_t count) {
  const struct sched_options *o = t->options;
  if (!o || !o->feasible)
    return true;
  vec_clear(&t->branches);
  for (node_id n = at; n; n = t->nodes[n].parent)
    if (t->nodes[n].parent && t->nodes[n].kind == OP_BRANCH)
      vec_push(&t->branches,
               t->nodes[n].object << 1 | (CHOICE_ALT(t->nodes[n].choice) != 0));
  vec_push(&t->branches, branch->object << 1 | way);
  for (uint32_t i = 0; i < count; i++) {
    const struct step *s = &t->order->steps.at[steps[i]];
    if (s->kind == OP_BRANCH)
      vec_push(&t->branches, s->object << 1 | (s->alt != 0));
  }
  return o->feasible(o->feasible_user, t->branches.at, t->branches.len);
}

static node_id child_of(const struct tree *t, node_id at, unsigned way) {
  node_id c = tree_node(t, at)->first;
  while (c && CHOICE_ALT(tree_node(t, c)->choice) != way)
    c = tree_node(t, c)->next;
  return c;
}

/* The sequence goes this way at the branch; its step there is v[i]. */
static void insert_way(struct tree *t, node_id at, uint32_t *v, uint32_t count,
                       uint32_t i, tree_takes_fn *takes, tree_below_fn *below) {
  EXPECTS(i < count);
  uint32_t step = v[i];
  node_id c = child_of(t, at, t->order->steps.at[step].alt);
  memmove(v + i, v + i + 1, (count - i - 1) * sizeof *v);
  if (c) {
    if (takes(tree_node(t, c)))
      below(t, c, v, count - 1);
    return;
  }
  memmove(v + 1, v, (count - 1) * sizeof *v);
  v[0] = step;
  tree_add(t, at, v, count);
}

/* The sequence says nothing of the branch: it is needed for every way that
 * goes together with it, because different inputs are different programs. */
static void insert_ways(struct tree *t, node_id at, const uint32_t *v,
                        uint32_t count, tree_takes_fn *takes,
                        tree_below_fn *below) {
  VEC(uint32_t) own = {0};
  for (unsigned way = 0; way < 2; way++) {
    node_id any = tree_node(t, at)->first, c = child_of(t, at, way);
    if ((c && !takes(tree_node(t, c))) ||
        !tree_feasible(t, at, tree_node(t, any), way, v, count))
      continue;
    vec_resize(&own, count + 1);
    if (count)
      memcpy(own.at, v, count * sizeof *v);
    if (c)
      below(t, c, own.at, count);
    else
      tree_add_way(t, at, any, way, own.at, count);
  }
  vec_free(&own);
}

void tree_insert_at_branch(struct tree *t, node_id at, uint32_t *v,
                           uint32_t count, tree_takes_fn *takes,
                           tree_below_fn *below) {
  EXPECTS(node_branches(t, at));
  unsigned thread =
      CHOICE_THREAD(tree_node(t, tree_node(t, at)->first)->choice);
  for (uint32_t i = 0; i < count; i++)
    if (t->order->steps.at[v[i]].thread == thread) {
      insert_way(t, at, v, count, i, takes, below);
      return;
    }
  insert_ways(t, at, v, count, takes, below);
}
