/* Equivalence of two networks: breadth first over pairs of states at rest,
 * with the plain interpreter on both sides; where there are choices, over
 * pairs of sets of them (belief.h). */
#include <string.h>

#include "base/alloc.h"
#include "net/belief.h"
#include "net/distinguish.h"

#define NO_PAIR UINT32_MAX

/* One input of the joint alphabet; NETWORK_NONE on the side that lacks it. */
struct joint {
  symbol_id a, b;
};

struct duel {
  struct stepper a, b;
  enum net_mode mode;
  uint32_t width_a, width_b;
  struct states pairs; /* local states of a, then of b */
  VEC(uint32_t) parent, input;
  VEC(struct joint) inputs;
  symbol_id *b_in_a; /* symbols of b as symbols of a, by name */
  local_id *at;
};

static symbol_id same_name(const struct network *to, const struct network *from,
                           symbol_id s) {
  const char *name = network_symbol_name(from, s);
  const uint32_t id = names_find(&to->symbol_names, name, strlen(name));
  return id == NAMES_NONE ? NETWORK_NONE : id;
}

static bool is_input(const struct network *n, symbol_id s) {
  return s != NETWORK_NONE && network_is_external(n, s);
}

static void duel_begin(struct duel *d, const struct network *a,
                       const struct network *b, enum net_mode mode) {
  *d = (struct duel){.mode = mode,
                     .width_a = (uint32_t)a->machines.len,
                     .width_b = (uint32_t)b->machines.len};
  stepper_begin(&d->a, a);
  stepper_begin(&d->b, b);
  d->pairs.width = d->width_a + d->width_b;
  d->at = alloc_zero(d->pairs.width, sizeof *d->at);
  d->b_in_a = alloc_zero(b->symbols.len + 1, sizeof *d->b_in_a);
  for (symbol_id s = 0; s < b->symbols.len; s++)
    d->b_in_a[s] = same_name(a, b, s);
  for (size_t i = 0; i < a->inputs.len; i++) {
    const symbol_id in_b = same_name(b, a, a->inputs.at[i]);
    struct joint j = {a->inputs.at[i], is_input(b, in_b) ? in_b : NETWORK_NONE};
    vec_push(&d->inputs, j);
  }
  for (size_t i = 0; i < b->inputs.len; i++)
    if (!is_input(a, d->b_in_a[b->inputs.at[i]]))
      vec_push(&d->inputs, ((struct joint){NETWORK_NONE, b->inputs.at[i]}));
}

static void duel_end(struct duel *d) {
  stepper_end(&d->a);
  stepper_end(&d->b);
  states_free(&d->pairs);
  vec_free(&d->parent);
  vec_free(&d->input);
  vec_free(&d->inputs);
  free(d->b_in_a);
  free(d->at);
}

static void push(struct duel *d, uint32_t parent, uint32_t input) {
  bool added;
  states_add(&d->pairs, d->at, &added);
  if (!added)
    return;
  vec_push(&d->parent, parent);
  vec_push(&d->input, input);
}

/* True: they differ at input x in this pair. */
static bool differ(struct duel *d, uint32_t pair, uint32_t x) {
  const struct joint in = d->inputs.at[x];
  enum answer a = ANSWER_UNDEFINED, b = ANSWER_UNDEFINED;
  symbol_id out_a = NETWORK_NONE, out_b = NETWORK_NONE;
  memcpy(d->at, states_at(&d->pairs, pair), d->pairs.width * sizeof *d->at);
  if (in.a != NETWORK_NONE)
    a = stepper_input(&d->a, d->at, in.a, &out_a);
  if (in.b != NETWORK_NONE)
    b = stepper_input(&d->b, d->at + d->width_a, in.b, &out_b);
  if (a != ANSWER_OUTPUT && b != ANSWER_OUTPUT)
    return false;
  if (a != ANSWER_OUTPUT || b != ANSWER_OUTPUT)
    return d->mode == NET_QUIET;
  if (d->b_in_a[out_b] != out_a)
    return true;
  push(d, pair, x);
  return false;
}

static void path(const struct duel *d, uint32_t pair, uint32_t x,
                 symbol_list *out, symbol_id *only_b) {
  symbol_list back = {0};
  *only_b = NETWORK_NONE;
  if (d->inputs.at[x].a == NETWORK_NONE)
    *only_b = d->inputs.at[x].b;
  else
    vec_push(&back, d->inputs.at[x].a);
  for (; d->parent.at[pair] != NO_PAIR; pair = d->parent.at[pair])
    vec_push(&back, d->inputs.at[d->input.at[pair]].a);
  while (back.len)
    vec_push(out, vec_pop(&back));
  vec_free(&back);
}

static enum distinguish plain(const struct network *a, const struct network *b,
                              enum net_mode mode, const struct net_limits *l,
                              symbol_list *out, symbol_id *only_b) {
  struct duel d;
  enum distinguish found = DISTINGUISH_EQUIVALENT;
  duel_begin(&d, a, b, mode);
  stepper_initial(&d.a, d.at);
  stepper_initial(&d.b, d.at + d.width_a);
  push(&d, NO_PAIR, 0);
  for (uint32_t i = 0; i < d.pairs.count && found == DISTINGUISH_EQUIVALENT;
       i++) {
    if (!(i & 1023) && net_limits_check(l, states_bytes(&d.pairs)))
      found = DISTINGUISH_LIMIT;
    for (uint32_t x = 0; x < d.inputs.len && found == DISTINGUISH_EQUIVALENT;
         x++)
      if (differ(&d, i, x)) {
        path(&d, i, x, out, only_b);
        found = DISTINGUISH_FOUND;
      }
  }
  duel_end(&d);
  return found;
}

/* --- with choices --------------------------------------------------------- */

/* The inputs are those of the plain comparison; its pairs hold two sets here,
 * and each remembers the output that led to it. */
struct duel_of_sets {
  struct duel plain;
  struct states rest[2];
  struct belief belief[2];
  uint32_t *number[2]; /* of a symbol: its place in the network's inputs */
  VEC(symbol_id) seen; /* of a pair: in the symbols of a */
};

static void sets_begin(struct duel_of_sets *s, const struct network *a,
                       const struct network *b, enum net_mode mode, bool fair) {
  const struct network *nets[2] = {a, b};
  *s = (struct duel_of_sets){0};
  duel_begin(&s->plain, a, b, mode);
  s->plain.pairs.width = 2;
  for (int k = 0; k < 2; k++) {
    s->rest[k].width = (uint32_t)nets[k]->machines.len;
    belief_begin(&s->belief[k], nets[k], &s->rest[k], fair);
    s->number[k] = alloc_zero(nets[k]->symbols.len + 1, sizeof *s->number[k]);
    for (uint32_t i = 0; i < nets[k]->inputs.len; i++)
      s->number[k][nets[k]->inputs.at[i]] = i;
  }
}

static void sets_end(struct duel_of_sets *s) {
  for (int k = 0; k < 2; k++) {
    belief_end(&s->belief[k]);
    states_free(&s->rest[k]);
    free(s->number[k]);
  }
  vec_free(&s->seen);
  duel_end(&s->plain);
}

static void sets_push(struct duel_of_sets *s, const uint32_t pair[2],
                      uint32_t parent, uint32_t input, symbol_id seen) {
  bool added;
  states_add(&s->plain.pairs, pair, &added);
  if (!added)
    return;
  vec_push(&s->plain.parent, parent);
  vec_push(&s->plain.input, input);
  vec_push(&s->seen, seen);
}

/* True: they differ at input x in this pair. */
static bool sets_differ(struct duel_of_sets *s, uint32_t pair, uint32_t x) {
  const struct joint in = s->plain.inputs.at[x];
  const symbol_id given[2] = {in.a, in.b};
  const uint32_t at[2] = {states_at(&s->plain.pairs, pair)[0],
                          states_at(&s->plain.pairs, pair)[1]};
  struct outlook o[2] = {{0}, {0}};
  for (int k = 0; k < 2; k++)
    if (given[k] != NETWORK_NONE)
      o[k] = belief_after(&s->belief[k], at[k], s->number[k][given[k]]);
  if (!o[0].sure || !o[1].sure)
    return o[0].sure != o[1].sure && s->plain.mode == NET_QUIET;
  if (o[0].count != o[1].count)
    return true;
  for (uint32_t i = 0; i < o[1].count; i++) {
    const struct belief_branch b = s->belief[1].branches.at[o[1].first + i];
    if (belief_seen(&s->belief[0], &o[0], s->plain.b_in_a[b.output]) ==
        STATES_NONE)
      return true;
  }
  for (uint32_t i = 0; i < o[1].count; i++) {
    const struct belief_branch b = s->belief[1].branches.at[o[1].first + i];
    const symbol_id output = s->plain.b_in_a[b.output];
    const uint32_t next[2] = {belief_seen(&s->belief[0], &o[0], output), b.set};
    sets_push(s, next, pair, x, output);
  }
  return false;
}

static enum distinguish by_sets(const struct network *a,
                                const struct network *b, enum net_mode mode,
                                bool fair, const struct net_limits *l,
                                symbol_list *out, symbol_list *seen,
                                symbol_id *only_b) {
  struct duel_of_sets s;
  struct duel *d = &s.plain;
  enum distinguish found = DISTINGUISH_EQUIVALENT;
  sets_begin(&s, a, b, mode, fair);
  const uint32_t start[2] = {belief_initial(&s.belief[0]),
                             belief_initial(&s.belief[1])};
  sets_push(&s, start, NO_PAIR, 0, NETWORK_NONE);
  for (uint32_t i = 0; i < d->pairs.count && found == DISTINGUISH_EQUIVALENT;
       i++) {
    if (i % 256 == 255 && net_limits_check(l, states_bytes(&d->pairs) +
                                                  belief_bytes(&s.belief[0]) +
                                                  belief_bytes(&s.belief[1])))
      found = DISTINGUISH_LIMIT;
    for (uint32_t x = 0; x < d->inputs.len && found == DISTINGUISH_EQUIVALENT;
         x++)
      if (sets_differ(&s, i, x)) {
        path(d, i, x, out, only_b);
        for (uint32_t k = i; d->parent.at[k] != NO_PAIR; k = d->parent.at[k])
          vec_push(seen, s.seen.at[k]);
        symbols_reverse(seen, 0);
        found = DISTINGUISH_FOUND;
      }
  }
  sets_end(&s);
  return found;
}

enum distinguish
distinguish_networks(const struct network *a, const struct network *b,
                     enum net_mode mode, bool fair, const struct net_limits *l,
                     symbol_list *out, symbol_list *seen, symbol_id *only_b) {
  vec_clear(out);
  vec_clear(seen);
  *only_b = NETWORK_NONE;
  if (network_deterministic(a) && network_deterministic(b))
    return plain(a, b, mode, l, out, only_b);
  return by_sets(a, b, mode, fair, l, out, seen, only_b);
}
