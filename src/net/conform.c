#include "net/conform.h"

#include "base/sound.h"

#define NO_NODE UINT32_MAX

void conform_begin(struct conform *c, const struct network *n,
                   enum net_mode mode, bool fair, const struct net_limits *l) {
  *c = (struct conform){.mode = mode,
                        .rest = {.width = (uint32_t)n->machines.len},
                        .known = {.width = 3}};
  if (l)
    c->limits = *l;
  belief_begin(&c->spec, n, &c->rest, fair);
  belief_mutant(&c->mutant, &c->spec);
}

void conform_end(struct conform *c) {
  belief_end(&c->mutant);
  belief_end(&c->spec);
  states_free(&c->rest);
  states_free(&c->known);
  vec_free(&c->nodes);
}

static void push(struct conform *c, struct conform_node n) {
  const uint32_t key[3] = {n.every, n.spec, n.other};
  bool added;
  states_add(&c->known, key, &added);
  if (added)
    vec_push(&c->nodes, n);
}

/* True: input x kills the mutant here; else what follows is pushed.  Where
 * the search is for fixed tests x must be sure in `every`. */
static bool kills(struct conform *c, uint32_t at, uint32_t x, bool fixed) {
  const struct conform_node n = c->nodes.at[at];
  const struct outlook spec = belief_after(&c->spec, n.spec, x);
  struct conform_node next = {.parent = at, .input = x};
  if (!spec.sure)
    return false;
  if (fixed) {
    const struct outlook every = belief_after(&c->spec, n.every, x);
    if (!every.sure)
      return false;
    next.every = every.all;
  }
  const struct outlook other = belief_after(&c->mutant, n.other, x);
  if (!other.sure && c->mode == NET_QUIET)
    return true;
  for (uint32_t i = 0; i < other.count; i++)
    if (belief_seen(&c->spec, &spec,
                    c->mutant.branches.at[other.first + i].output) ==
        STATES_NONE)
      return true;
  for (uint32_t i = 0; i < other.count; i++) {
    const struct belief_branch b = c->mutant.branches.at[other.first + i];
    next.spec = belief_seen(&c->spec, &spec, b.output);
    next.other = b.set;
    push(c, next);
  }
  return false;
}

static void path(const struct conform *c, uint32_t at, uint32_t x,
                 symbol_list *out) {
  const struct network *n = c->spec.chains.net;
  vec_clear(out);
  vec_push(out, n->inputs.at[x]);
  for (; c->nodes.at[at].parent != NO_NODE; at = c->nodes.at[at].parent)
    vec_push(out, n->inputs.at[c->nodes.at[at].input]);
  symbols_reverse(out, 0);
}

uint64_t conform_bytes(const struct conform *c) {
  return belief_bytes(&c->spec) + belief_bytes(&c->mutant) +
         states_bytes(&c->rest) + states_bytes(&c->known) +
         c->nodes.cap * sizeof *c->nodes.at;
}

static enum distinguish search(struct conform *c, bool fixed,
                               symbol_list *out) {
  const uint32_t inputs = (uint32_t)c->spec.chains.net->inputs.len;
  const uint32_t start = belief_initial(&c->spec);
  states_clear(&c->known);
  vec_clear(&c->nodes);
  push(c, (struct conform_node){.every = fixed ? start : 0,
                                .spec = start,
                                .other = belief_initial(&c->mutant),
                                .parent = NO_NODE});
  for (uint32_t i = 0; i < c->nodes.len; i++) {
    if (i % 256 == 255 &&
        net_limits_check(&c->limits, conform_bytes(c)) != NET_DONE)
      return DISTINGUISH_LIMIT;
    for (uint32_t x = 0; x < inputs; x++)
      if (kills(c, i, x, fixed)) {
        path(c, i, x, out);
        return DISTINGUISH_FOUND;
      }
  }
  return DISTINGUISH_EQUIVALENT;
}

static bool is_fixed(struct conform *c, const symbol_list *inputs) {
  const struct network *n = c->spec.chains.net;
  uint32_t every = belief_initial(&c->spec);
  for (size_t i = 0; i < inputs->len; i++) {
    uint32_t x = 0;
    while (n->inputs.at[x] != inputs->at[i])
      x++;
    const struct outlook o = belief_after(&c->spec, every, x);
    if (!o.sure)
      return false;
    every = o.all;
  }
  return true;
}

enum distinguish conform_mutant(struct conform *c, const struct mutant *m,
                                symbol_list *out) {
  belief_become(&c->mutant, m);
  vec_clear(out);
  const enum distinguish found = search(c, false, out);
  if (found != DISTINGUISH_FOUND || is_fixed(c, out))
    return found;
  /* None that is fixed: the one at hand stays. */
  search(c, true, out);
  return DISTINGUISH_FOUND;
}
