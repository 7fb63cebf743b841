/* Verification on the explicit product (Jin et al., section 4). */
#include <string.h>

#include "base/alloc.h"
#include "base/bitset.h"
#include "base/map.h"
#include "net/product.h"

/* --- livelocks and stuck receptions --------------------------------------- */

/* The chain as it goes: kept whole, so that a cycle can be cut out. */
struct chain {
  const struct product *p;
  struct states seen;
  local_id *vector;
  uint32_t cycle; /* where the cycle begins in `seen`, or STATES_NONE */
  symbol_id last; /* in transit at the end */
};

static void follow(void *user, edge_id e, symbol_id now, const local_id *at) {
  struct chain *c = user;
  (void)e;
  bool added;
  c->last = now;
  c->vector[0] = now;
  memcpy(c->vector + 1, at, c->p->rest.width * sizeof *at);
  const uint32_t id = states_add(&c->seen, c->vector, &added);
  if (!added && c->cycle == STATES_NONE)
    c->cycle = id;
}

static void inputs_to(const struct product *p, uint32_t place,
                      symbol_list *out) {
  product_path(p, place / p->inputs, out);
  vec_push(out, p->net->inputs.at[place % p->inputs]);
}

static void add_livelock(const struct product *p, const struct chain *c,
                         uint32_t place, struct map *known,
                         struct net_report *out) {
  bool added;
  for (uint32_t i = c->cycle; i < c->seen.count; i++) {
    const uint32_t id = states_find(&p->unstable, states_at(&c->seen, i));
    map_at(known, id, &added); /* every state of a known cycle is known */
  }
  if (!added)
    return;
  struct net_livelock l = {0};
  inputs_to(p, place, &l.inputs);
  for (uint32_t i = c->cycle; i < c->seen.count; i++)
    vec_push(&l.cycle, states_at(&c->seen, i)[0]);
  vec_push(&out->livelocks, l);
}

static void add_stuck(const struct product *p, const local_id *at,
                      symbol_id symbol, uint32_t place, struct map *known,
                      struct net_report *out) {
  const machine_id k = p->net->symbols.at[symbol].reader;
  bool added;
  map_at(known, (uint64_t)at[k] << 32 | symbol, &added);
  if (!added)
    return;
  struct net_stuck s = {k, at[k], symbol, {0}};
  inputs_to(p, place, &s.inputs);
  vec_push(&out->stuck, s);
}

/* Places in order of distance: the first way to a cycle is a shortest. */
static void find_silence(const struct product *p, struct net_report *out) {
  struct map cycles = {0}, receptions = {0};
  struct chain c = {.p = p, .seen = {.width = p->unstable.width}};
  c.vector = alloc_zero(p->unstable.width, sizeof *c.vector);
  local_id *at = alloc_zero(p->rest.width, sizeof *at);
  struct stepper s;
  stepper_begin(&s, p->net);
  s.watch = follow;
  s.user = &c;
  for (uint32_t place = 0; place < p->answers.len; place++) {
    const uint32_t how = p->answers.at[place].output;
    if (how != PRODUCT_NO + ANSWER_STUCK && how != PRODUCT_NO + ANSWER_LIVELOCK)
      continue;
    symbol_id output;
    states_clear(&c.seen);
    c.cycle = STATES_NONE;
    memcpy(at, states_at(&p->rest, place / p->inputs),
           p->rest.width * sizeof *at);
    stepper_input(&s, at, p->net->inputs.at[place % p->inputs], &output);
    if (how == PRODUCT_NO + ANSWER_STUCK)
      add_stuck(p, at, c.last, place, &receptions, out);
    else
      add_livelock(p, &c, place, &cycles, out);
  }
  stepper_end(&s);
  states_free(&c.seen);
  free(c.vector);
  free(at);
  map_free(&cycles);
  map_free(&receptions);
}

/* --- dead transitions ----------------------------------------------------- */

static void mark_local(const struct states *s, uint32_t skip,
                       const size_t *first, uint64_t *reached) {
  for (uint32_t i = 0; i < s->count; i++)
    for (uint32_t k = 0; k + skip < s->width; k++)
      bitset_add(reached, first[k] + states_at(s, i)[k + skip]);
}

void net_find_dead(const struct network *n, const struct states *rest,
                   const struct states *unstable, const bool *fired,
                   struct net_report *out) {
  size_t *first = alloc_zero(n->machines.len + 1, sizeof *first);
  for (machine_id k = 0; k < n->machines.len; k++)
    first[k + 1] = first[k] + n->machines.at[k].states.len;
  uint64_t *reached =
      alloc_zero(BITSET_WORDS(first[n->machines.len]), sizeof *reached);
  mark_local(rest, 0, first, reached);
  mark_local(unstable, 1, first, reached);
  for (edge_id e = 0; e < n->edges.len; e++) {
    if (fired[e])
      continue;
    const struct network_edge *edge = &n->edges.at[e];
    const bool here = bitset_has(reached, first[edge->machine] + edge->from);
    struct net_dead d = {e, here ? DEAD_SYMBOL : DEAD_STATE};
    vec_push(&out->dead, d);
  }
  free(first);
  free(reached);
}

/* --- strong connectedness ------------------------------------------------- */

/* Backward from the initial state, over the edges sorted by target. */
static void check_connected(const struct product *p, struct net_report *out) {
  const uint32_t count = p->rest.count;
  uint32_t *first = alloc_zero(count + (size_t)2, sizeof *first);
  for (size_t i = 0; i < p->answers.len; i++)
    if (product_answers(&p->answers.at[i]))
      first[p->answers.at[i].target + 2]++;
  for (uint32_t i = 0; i < count; i++)
    first[i + 2] += first[i + 1];
  uint32_t *from = alloc_zero(first[count + 1] + (size_t)1, sizeof *from);
  for (size_t i = 0; i < p->answers.len; i++)
    if (product_answers(&p->answers.at[i]))
      from[first[p->answers.at[i].target + 1]++] = (uint32_t)(i / p->inputs);
  bool *back = alloc_zero(count, sizeof *back);
  VEC(uint32_t) work = {0};
  vec_push(&work, 0);
  back[0] = true;
  while (work.len) {
    const uint32_t s = vec_pop(&work);
    for (uint32_t i = first[s]; i < first[s + 1]; i++)
      if (!back[from[i]]) {
        back[from[i]] = true;
        vec_push(&work, from[i]);
      }
  }
  uint32_t lost = 0;
  while (lost < count && back[lost])
    lost++;
  out->strongly_connected = lost == count;
  if (lost < count)
    product_path(p, lost, &out->lost);
  vec_free(&work);
  free(back);
  free(from);
  free(first);
}

void product_verify(const struct product *p, struct net_report *out) {
  *out = (struct net_report){.stable = p->rest.count,
                             .unstable = p->unstable.count,
                             .observable = p->observable,
                             .peak_bytes = product_bytes(p)};
  find_silence(p, out);
  net_find_dead(p->net, &p->rest, &p->unstable, p->fired, out);
  check_connected(p, out);
}
