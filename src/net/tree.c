#include "net/tree.h"

#include "base/alloc.h"
#include "base/sound.h"

void net_tree_free(struct net_tree *t) {
  vec_free(&t->nodes);
  vec_free(&t->branches);
}

/* --- growing -------------------------------------------------------------- */

struct growing {
  struct net_tree *tree;
  struct belief *belief;
  struct map known;    /* level << 32 | set: node */
  VEC(uint32_t) sets;  /* of a node: where the network may be */
  VEC(uint32_t) level; /* of a node: inputs given before it */
};

static uint32_t input_number(const struct network *n, symbol_id s) {
  uint32_t i = 0;
  while (n->inputs.at[i] != s)
    i++;
  return i;
}

/* The node for a set after `level` inputs; NET_TREE_END where the test ends. */
static uint32_t node_for(struct growing *g, const symbol_list *inputs,
                         uint32_t set, uint32_t level) {
  struct net_tree *t = g->tree;
  if (level == inputs->len)
    return NET_TREE_END;
  const uint32_t input = input_number(g->belief->chains.net, inputs->at[level]);
  if (!belief_after(g->belief, set, input).sure) {
    t->adaptive = true;
    return NET_TREE_END;
  }
  bool added;
  uint64_t *at = map_at(&g->known, (uint64_t)level << 32 | set, &added);
  if (added) {
    *at = t->nodes.len;
    vec_push(&t->nodes, ((struct net_tree_node){.input = input}));
    vec_push(&g->sets, set);
    vec_push(&g->level, level);
  }
  return (uint32_t)*at;
}

static bool same_node(const struct net_tree *t, uint32_t a, uint32_t b) {
  const struct net_tree_node *x = &t->nodes.at[a], *y = &t->nodes.at[b];
  if (x->input != y->input || x->count != y->count)
    return false;
  for (uint32_t i = 0; i < x->count; i++) {
    const struct net_tree_branch p = t->branches.at[x->first + i];
    const struct net_tree_branch q = t->branches.at[y->first + i];
    if (p.output != q.output || p.next != q.next)
      return false;
  }
  return true;
}

/* Nodes that ask and allow the same from there on are one, whatever the
 * states behind them.  Children come after their parents, so from the last
 * to the first the children of a node are settled before it; of equal nodes
 * the last stays, and a child is still after its parents. */
static void merge(struct net_tree *t) {
  const uint32_t count = (uint32_t)t->nodes.len;
  uint32_t *as = alloc_zero(count + (size_t)1, sizeof *as);
  for (uint32_t i = count; i-- > 0;) {
    struct net_tree_node *n = &t->nodes.at[i];
    for (uint32_t k = n->first; k < n->first + n->count; k++)
      if (t->branches.at[k].next != NET_TREE_END)
        t->branches.at[k].next = as[t->branches.at[k].next];
    as[i] = i;
    for (uint32_t j = i + 1; j < count && as[i] == i; j++)
      if (as[j] == j && same_node(t, i, j))
        as[i] = j;
  }
  uint32_t kept = 0;
  for (uint32_t i = 0; i < count; i++)
    if (as[i] == i) {
      t->nodes.at[kept] = t->nodes.at[i];
      as[i] = kept++;
    }
  t->nodes.len = kept;
  vec_each(&t->branches, b) if (b->next != NET_TREE_END) b->next = as[b->next];
  free(as);
}

void net_tree_grow(struct net_tree *t, struct belief *b,
                   const symbol_list *inputs) {
  EXPECTS(inputs->len);
  struct growing g = {.tree = t, .belief = b};
  *t = (struct net_tree){0};
  node_for(&g, inputs, belief_initial(b), 0);
  for (uint32_t i = 0; i < t->nodes.len; i++) {
    const struct outlook o =
        belief_after(b, g.sets.at[i], t->nodes.at[i].input);
    const uint32_t first = (uint32_t)t->branches.len;
    t->edges |= o.edges;
    for (uint32_t k = 0; k < o.count; k++) {
      const struct belief_branch seen = b->branches.at[o.first + k];
      const uint32_t next = node_for(&g, inputs, seen.set, g.level.at[i] + 1);
      vec_push(&t->branches, ((struct net_tree_branch){seen.output, next}));
    }
    t->nodes.at[i].first = first;
    t->nodes.at[i].count = o.count;
  }
  map_free(&g.known);
  vec_free(&g.sets);
  vec_free(&g.level);
  merge(t);
}

/* --- joining -------------------------------------------------------------- */

/* Nodes of the new test are numbered by level, and by the two that they
 * come from: so children come after their parents, as merge() wants it. */
enum { LEVEL, OF_A, OF_B, KEY };

struct joining {
  struct net_tree *out;
  const struct net_tree *a, *b;
  struct states known;
  bool differ;
};

/* The node that goes on as both do; NET_TREE_END where both have ended. */
static uint32_t joint(struct joining *j, uint32_t level, uint32_t a,
                      uint32_t b) {
  const uint32_t key[KEY] = {level, a, b};
  bool added;
  if (a == NET_TREE_END && b == NET_TREE_END)
    return NET_TREE_END;
  const uint32_t input =
      (a != NET_TREE_END ? &j->a->nodes.at[a] : &j->b->nodes.at[b])->input;
  if (a != NET_TREE_END && b != NET_TREE_END &&
      j->b->nodes.at[b].input != input)
    j->differ = true;
  const uint32_t node = states_add(&j->known, key, &added);
  if (added)
    vec_push(&j->out->nodes, ((struct net_tree_node){.input = input}));
  return node;
}

/* Both nodes are reached by the same inputs and outputs, so the same outputs
 * are allowed in both. */
static void join_branches(struct joining *j, uint32_t node) {
  const uint32_t level = states_at(&j->known, node)[LEVEL];
  const uint32_t a = states_at(&j->known, node)[OF_A];
  const uint32_t b = states_at(&j->known, node)[OF_B];
  const bool in_a = a != NET_TREE_END, in_b = b != NET_TREE_END;
  const uint32_t count =
      (in_a ? &j->a->nodes.at[a] : &j->b->nodes.at[b])->count;
  const uint32_t first = (uint32_t)j->out->branches.len;
  for (uint32_t i = 0; i < count; i++) {
    struct net_tree_branch p = {0, NET_TREE_END}, q = p;
    if (in_a)
      p = j->a->branches.at[j->a->nodes.at[a].first + i];
    if (in_b)
      q = j->b->branches.at[j->b->nodes.at[b].first + i];
    assert(!in_a || !in_b || j->differ || p.output == q.output);
    const uint32_t next = joint(j, level + 1, p.next, q.next);
    vec_push(&j->out->branches,
             ((struct net_tree_branch){in_a ? p.output : q.output, next}));
  }
  j->out->nodes.at[node].first = first;
  j->out->nodes.at[node].count = count;
}

bool net_tree_join(struct net_tree *out, const struct net_tree *a,
                   const struct net_tree *b) {
  *out = (struct net_tree){.edges = a->edges | b->edges,
                           .adaptive = a->adaptive || b->adaptive};
  struct joining j = {.out = out, .a = a, .b = b, .known = {.width = KEY}};
  joint(&j, 0, 0, 0);
  for (uint32_t i = 0; i < out->nodes.len && !j.differ; i++)
    join_branches(&j, i);
  states_free(&j.known);
  if (j.differ)
    net_tree_free(out);
  else
    merge(out);
  return !j.differ;
}

uint32_t net_tree_depth(const struct net_tree *t) {
  uint32_t *depth = alloc_zero(t->nodes.len + 1, sizeof *depth);
  for (size_t n = t->nodes.len; n-- > 0;) {
    const struct net_tree_node *s = &t->nodes.at[n];
    for (uint32_t i = s->first; i < s->first + s->count; i++) {
      const uint32_t next = t->branches.at[i].next;
      if (next != NET_TREE_END && depth[next] > depth[n])
        depth[n] = depth[next];
    }
    depth[n]++;
  }
  const uint32_t most = depth[0];
  free(depth);
  return most;
}

/* --- running -------------------------------------------------------------- */

struct running {
  const struct net_tree *tree;
  struct belief *mutant;
  struct map met;       /* node << 32 | set */
  VEC(uint64_t) places; /* the same, in the order they were met */
  bool fails, passes;
};

static void meet(struct running *r, uint32_t node, uint32_t set) {
  bool added;
  if (node == NET_TREE_END) {
    r->passes = true;
    return;
  }
  map_at(&r->met, (uint64_t)node << 32 | set, &added);
  if (added)
    vec_push(&r->places, (uint64_t)node << 32 | set);
}

static uint32_t next_after(const struct net_tree *t,
                           const struct net_tree_node *n, symbol_id output,
                           bool *allowed) {
  for (uint32_t i = n->first; i < n->first + n->count; i++)
    if (t->branches.at[i].output == output)
      return *allowed = true, t->branches.at[i].next;
  *allowed = false;
  return NET_TREE_END;
}

static void run_place(struct running *r, uint64_t place, enum net_mode mode) {
  const struct net_tree_node *node = &r->tree->nodes.at[place >> 32];
  const struct outlook o =
      belief_after(r->mutant, (uint32_t)place, node->input);
  if (!o.sure && mode == NET_QUIET)
    r->fails = true;
  else if (!o.sure)
    r->passes = true; /* nothing was seen that could be compared */
  for (uint32_t i = 0; i < o.count; i++) {
    const struct belief_branch seen = r->mutant->branches.at[o.first + i];
    bool allowed;
    const uint32_t next = next_after(r->tree, node, seen.output, &allowed);
    if (allowed)
      meet(r, next, seen.set);
    else
      r->fails = true;
  }
}

enum net_tree_fate net_tree_run(const struct net_tree *t, struct belief *mutant,
                                enum net_mode mode) {
  struct running r = {.tree = t, .mutant = mutant};
  meet(&r, 0, belief_initial(mutant));
  for (size_t i = 0; i < r.places.len && !(r.fails && r.passes); i++)
    run_place(&r, r.places.at[i], mode);
  map_free(&r.met);
  vec_free(&r.places);
  return !r.fails ? NET_TREE_PASSES : r.passes ? NET_TREE_MAY : NET_TREE_KILLS;
}

/* --- words ---------------------------------------------------------------- */

struct telling {
  const struct network *net;
  const struct net_tree *tree;
  struct text *out;
  uint32_t *parents; /* of a node: groups of branches that lead to it */
  uint32_t *number;  /* of a node that was told and has several, or 0 */
  uint32_t numbers;
};

/* Outputs of one node that lead to the same place are one group. */
static bool begins_group(const struct net_tree *t,
                         const struct net_tree_node *n, uint32_t i) {
  for (uint32_t k = n->first; k < i; k++)
    if (t->branches.at[k].next == t->branches.at[i].next)
      return false;
  return true;
}

static void count_parents(struct telling *w) {
  vec_each(&w->tree->nodes, n) {
    for (uint32_t i = n->first; i < n->first + n->count; i++) {
      const uint32_t next = w->tree->branches.at[i].next;
      if (next != NET_TREE_END && begins_group(w->tree, n, i))
        w->parents[next]++;
    }
  }
}

static void outputs(struct telling *w, const struct net_tree_node *n,
                    uint32_t i) {
  const uint32_t next = w->tree->branches.at[i].next;
  const char *between = "";
  for (uint32_t k = i; k < n->first + n->count; k++)
    if (w->tree->branches.at[k].next == next) {
      text_printf(w->out, "%s%s", between,
                  network_symbol_name(w->net, w->tree->branches.at[k].output));
      between = "|";
    }
}

static void tell(struct telling *w, uint32_t node);

static void tell_groups(struct telling *w, const struct net_tree_node *n) {
  const char *between = "(";
  for (uint32_t i = n->first; i < n->first + n->count; i++) {
    if (!begins_group(w->tree, n, i))
      continue;
    text_add(w->out, between);
    between = " | ";
    outputs(w, n, i);
    text_add(w->out, ": ");
    if (w->tree->branches.at[i].next == NET_TREE_END)
      text_add(w->out, "stop");
    else
      tell(w, w->tree->branches.at[i].next);
  }
  text_char(w->out, ')');
}

static bool one_group(const struct net_tree *t, const struct net_tree_node *n) {
  for (uint32_t i = n->first; i < n->first + n->count; i++)
    if (t->branches.at[i].next != t->branches.at[n->first].next)
      return false;
  return true;
}

static void tell(struct telling *w, uint32_t node) {
  for (;;) {
    const struct net_tree_node *n = &w->tree->nodes.at[node];
    if (w->number[node]) {
      text_printf(w->out, "#%u", w->number[node]);
      return;
    }
    if (w->parents[node] > 1) {
      w->number[node] = ++w->numbers;
      text_printf(w->out, "#%u ", w->numbers);
    }
    text_printf(w->out, "%s/",
                network_symbol_name(w->net, w->net->inputs.at[n->input]));
    if (!one_group(w->tree, n)) {
      tell_groups(w, n);
      return;
    }
    outputs(w, n, n->first);
    node = w->tree->branches.at[n->first].next;
    if (node == NET_TREE_END)
      return;
    text_char(w->out, ' ');
  }
}

void net_tree_text(const struct network *n, const struct net_tree *t,
                   struct text *out) {
  struct telling w = {.net = n, .tree = t, .out = out};
  w.parents = alloc_zero(t->nodes.len + 1, sizeof *w.parents);
  w.number = alloc_zero(t->nodes.len + 1, sizeof *w.number);
  count_parents(&w);
  tell(&w, 0);
  free(w.parents);
  free(w.number);
}
