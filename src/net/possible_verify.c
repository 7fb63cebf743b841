/* Verification of what is possible: a livelock is a circle of states in
 * transit, one for each strongly connected part of their graph. */
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "net/possible.h"
#include "net/product.h"

/* Links by their source: those of node s are to[first[s]] ... */
struct graph {
  uint32_t count;
  uint32_t *first, *to;
};

static struct graph graph_of(const struct chain_link *links, size_t len,
                             uint32_t count, bool backward) {
  struct graph g = {.count = count};
  g.first = alloc_zero(count + (size_t)2, sizeof *g.first);
  g.to = alloc_zero(len + 1, sizeof *g.to);
  for (size_t i = 0; i < len; i++)
    g.first[(backward ? links[i].to : links[i].from) + 2]++;
  for (uint32_t s = 0; s < count; s++)
    g.first[s + 2] += g.first[s + 1];
  for (size_t i = 0; i < len; i++) {
    const uint32_t from = backward ? links[i].to : links[i].from;
    g.to[g.first[from + 1]++] = backward ? links[i].from : links[i].to;
  }
  return g;
}

static void graph_free(struct graph *g) {
  free(g->first);
  free(g->to);
}

/* --- strongly connected parts ---------------------------------------------- */

/* Kosaraju, without recursion: nodes in the order in which a search leaves
 * them; then backward from the last left, each search is one part. */
static uint32_t *leaving_order(const struct graph *g) {
  uint32_t *order = alloc_zero(g->count + (size_t)1, sizeof *order);
  uint32_t *next = alloc_zero(g->count + (size_t)1, sizeof *next);
  bool *seen = alloc_zero(g->count + (size_t)1, sizeof *seen);
  VEC(uint32_t) stack = {0};
  uint32_t left = 0;
  for (uint32_t root = 0; root < g->count; root++) {
    if (seen[root])
      continue;
    seen[root] = true;
    vec_push(&stack, root);
    while (stack.len) {
      const uint32_t s = *vec_last(&stack);
      if (g->first[s] + next[s] == g->first[s + 1]) {
        order[left++] = vec_pop(&stack);
        continue;
      }
      const uint32_t t = g->to[g->first[s] + next[s]++];
      if (!seen[t]) {
        seen[t] = true;
        vec_push(&stack, t);
      }
    }
  }
  vec_free(&stack);
  free(seen);
  free(next);
  return order;
}

static uint32_t *parts_of(const struct graph *g, const struct graph *back,
                          uint32_t *count) {
  uint32_t *order = leaving_order(g);
  uint32_t *part = alloc_zero(g->count + (size_t)1, sizeof *part);
  VEC(uint32_t) work = {0};
  *count = 0;
  memset(part, 0xff, (g->count + (size_t)1) * sizeof *part);
  for (uint32_t i = g->count; i-- > 0;) {
    if (part[order[i]] != STATES_NONE)
      continue;
    part[order[i]] = *count;
    vec_push(&work, order[i]);
    while (work.len) {
      const uint32_t s = vec_pop(&work);
      for (uint32_t k = back->first[s]; k < back->first[s + 1]; k++)
        if (part[back->to[k]] == STATES_NONE) {
          part[back->to[k]] = *count;
          vec_push(&work, back->to[k]);
        }
    }
    ++*count;
  }
  vec_free(&work);
  free(order);
  return part;
}

/* --- livelocks ------------------------------------------------------------ */

/* A shortest circle through a node, inside its part: breadth first. */
static void circle(const struct possible *p, const struct graph *g,
                   const uint32_t *part, uint32_t start, symbol_list *out) {
  uint32_t *from = alloc_zero(g->count, sizeof *from);
  VEC(uint32_t) queue = {0};
  bool closed = false;
  memset(from, 0xff, g->count * sizeof *from);
  vec_push(&queue, start);
  for (size_t i = 0; i < queue.len && !closed; i++)
    for (uint32_t k = g->first[queue.at[i]]; k < g->first[queue.at[i] + 1];
         k++) {
      const uint32_t t = g->to[k];
      if (part[t] != part[start] || from[t] != STATES_NONE)
        continue;
      from[t] = queue.at[i];
      closed |= t == start;
      vec_push(&queue, t);
    }
  uint32_t s = start;
  do {
    vec_push(out, states_at(&p->unstable, s)[0]);
    s = from[s];
  } while (s != start);
  symbols_reverse(out, 1); /* they were met backward from the start */
  free(from);
  vec_free(&queue);
}

/* Whether a part has a circle; with `fair` also that nothing leaves it. */
static bool *going_round(const struct possible *p, const uint32_t *part,
                         uint32_t parts) {
  bool *round = alloc_zero(parts + (size_t)1, sizeof *round);
  vec_each(&p->links, l) round[part[l->from]] |= part[l->from] == part[l->to];
  if (!p->fair)
    return round;
  vec_each(&p->links, l) if (part[l->from] != part[l->to])
      round[part[l->from]] = false;
  for (uint32_t s = 0; s < p->unstable.count; s++)
    if (p->ending.at[s])
      round[part[s]] = false;
  return round;
}

/* States in transit are numbered as they are met, breadth first: the first
 * of a part is as near as any, and parts come in the order of distance. */
static void find_livelocks(const struct possible *p, struct net_report *out) {
  const uint32_t count = p->unstable.count;
  struct graph g = graph_of(p->links.at, p->links.len, count, false);
  struct graph back = graph_of(p->links.at, p->links.len, count, true);
  uint32_t parts;
  uint32_t *part = parts_of(&g, &back, &parts);
  bool *round = going_round(p, part, parts);
  for (uint32_t s = 0; s < count; s++) {
    if (!round[part[s]])
      continue;
    struct net_livelock l = {0};
    round[part[s]] = false;
    possible_inputs(p, p->place.at[s], &l.inputs);
    circle(p, &g, part, s, &l.cycle);
    vec_push(&out->livelocks, l);
  }
  free(part);
  free(round);
  graph_free(&g);
  graph_free(&back);
}

/* --- strong connectedness ------------------------------------------------- */

static void check_connected(const struct possible *p, struct net_report *out) {
  const uint32_t count = p->rest.count;
  struct graph back = graph_of(p->steps.at, p->steps.len, count, true);
  bool *home = alloc_zero(count, sizeof *home);
  VEC(uint32_t) work = {0};
  vec_push(&work, 0);
  home[0] = true;
  while (work.len) {
    const uint32_t s = vec_pop(&work);
    for (uint32_t k = back.first[s]; k < back.first[s + 1]; k++)
      if (!home[back.to[k]]) {
        home[back.to[k]] = true;
        vec_push(&work, back.to[k]);
      }
  }
  uint32_t lost = 0;
  while (lost < count && home[lost])
    lost++;
  out->strongly_connected = lost == count;
  if (lost < count)
    possible_inputs(p,
                    p->parent.at[lost] * p->inputs + p->parent_input.at[lost],
                    &out->lost);
  vec_free(&work);
  free(home);
  graph_free(&back);
}

void possible_verify(struct possible *p, struct net_report *out) {
  *out = (struct net_report){.stable = p->rest.count,
                             .unstable = p->unstable.count,
                             .observable = p->observable,
                             .peak_bytes = possible_bytes(p)};
  find_livelocks(p, out);
  vec_each(&p->stuck, s) {
    vec_push(&out->stuck, *s);
    s->inputs = (symbol_list){0}; /* handed over */
  }
  net_find_dead(p->net, &p->rest, &p->unstable, p->fired, out);
  check_connected(p, out);
}
