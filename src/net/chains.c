#include "net/chains.h"

#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"

void chains_begin(struct chains *c, const struct network *n,
                  struct states *rest) {
  const uint32_t width = (uint32_t)n->machines.len;
  EXPECTS(rest->width == width);
  *c = (struct chains){.net = n, .rest = rest, .nodes = {.width = width + 1}};
  c->vector = alloc_zero(width + 1, sizeof *c->vector);
  c->from = alloc_zero(width + 1, sizeof *c->from);
}

void chains_end(struct chains *c) {
  vec_free(&c->ends);
  vec_free(&c->links);
  vec_free(&c->ending);
  states_free(&c->nodes);
  free(c->vector);
  free(c->from);
}

uint32_t chains_initial(struct chains *c) {
  bool added;
  for (machine_id k = 0; k < c->net->machines.len; k++)
    c->vector[k] = mutant_initial(c->net, c->mutant, k);
  return states_add(c->rest, c->vector, &added);
}

/* --- the graph ------------------------------------------------------------ */

/* c->vector is where an edge of `node` leads. */
static void arrive(struct chains *c, uint32_t node) {
  bool added;
  if (c->net->symbols.at[c->vector[0]].reader == NETWORK_NONE) {
    const uint32_t target = states_add(c->rest, c->vector + 1, &added);
    vec_push(&c->ends, ((struct chain_end){c->vector[0], target}));
    c->ending.at[node] = true;
    return;
  }
  const uint32_t to = states_add(&c->nodes, c->vector, &added);
  if (added)
    vec_push(&c->ending, false);
  vec_push(&c->links, ((struct chain_link){node, to}));
}

static void expand(struct chains *c, uint32_t node) {
  const struct network *n = c->net;
  const size_t bytes = c->nodes.width * sizeof *c->from;
  bool some = false;
  memcpy(c->from, states_at(&c->nodes, node), bytes);
  const symbol_id now = node ? c->from[0] : c->input;
  const machine_id k = n->symbols.at[now].reader;
  edge_id e = network_lookup(n, k, c->from[k + 1], now);
  for (; e != NETWORK_NONE; e = n->edges.at[e].next) {
    struct network_edge edge;
    if (!mutant_edge(n, c->mutant, e, &edge))
      continue;
    some = true;
    c->edges |= 1u << e % 32;
    memcpy(c->vector, c->from, bytes);
    c->vector[0] = edge.output;
    c->vector[k + 1] = edge.to;
    if (c->watch)
      c->watch(c->user, e, node ? c->from : NULL, c->vector);
    arrive(c, node);
  }
  if (some)
    return;
  c->ending.at[node] = true;
  c->silent |= node ? SILENT_STUCK : SILENT_UNDEFINED;
  if (c->watch)
    c->watch(c->user, NETWORK_NONE, node ? c->from : NULL, NULL);
}

/* --- livelocks ------------------------------------------------------------ */

/* A tree of chains has no circle: every link made a node that was new. */
static bool is_tree(const struct chains *c) {
  return c->links.len + 1 == c->nodes.count;
}

/* Nodes are good that have an end or, with `any`, a link to a good one;
 * without it all of their links lead to good ones.  What is not good in the
 * first sense never ends, in the second it can go round. */
static bool all_good(const struct chains *c, bool any) {
  bool *good = alloc_zero(c->nodes.count, sizeof *good);
  bool *now = alloc_zero(c->nodes.count, sizeof *now);
  uint32_t left = c->nodes.count;
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t i = 0; i < c->nodes.count; i++)
      now[i] = any ? c->ending.at[i] : true;
    vec_each(&c->links, l) {
      if (any)
        now[l->from] |= good[l->to];
      else
        now[l->from] &= good[l->to];
    }
    for (uint32_t i = 0; i < c->nodes.count; i++)
      if (now[i] && !good[i]) {
        good[i] = grew = true;
        left--;
      }
  }
  free(good);
  free(now);
  return !left;
}

/* --- one input ------------------------------------------------------------ */

static int by_output(const void *a, const void *b) {
  const struct chain_end *x = a, *y = b;
  if (x->output != y->output)
    return x->output < y->output ? -1 : 1;
  return x->target == y->target ? 0 : x->target < y->target ? -1 : 1;
}

static void sort_ends(struct chains *c) {
  size_t kept = 0;
  if (c->ends.len)
    qsort(c->ends.at, c->ends.len, sizeof *c->ends.at, by_output);
  for (size_t i = 0; i < c->ends.len; i++)
    if (!i || by_output(&c->ends.at[kept - 1], &c->ends.at[i]))
      c->ends.at[kept++] = c->ends.at[i];
  c->ends.len = kept;
}

void chains_input(struct chains *c, uint32_t state, symbol_id input) {
  EXPECTS(state < c->rest->count && input < c->net->symbols.len);
  bool added;
  vec_clear(&c->ends);
  vec_clear(&c->links);
  vec_clear(&c->ending);
  states_clear(&c->nodes);
  c->silent = 0;
  c->edges = 0;
  c->input = input;
  c->vector[0] = NETWORK_NONE;
  memcpy(c->vector + 1, states_at(c->rest, state),
         c->rest->width * sizeof *c->vector);
  states_add(&c->nodes, c->vector, &added);
  vec_push(&c->ending, false);
  for (uint32_t i = 0; i < c->nodes.count; i++)
    expand(c, i);
  if (!is_tree(c) && !all_good(c, c->fair))
    c->silent |= SILENT_LIVELOCK;
  sort_ends(c);
}
