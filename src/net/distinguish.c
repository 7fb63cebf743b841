#include "net/distinguish.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"

#define NO_PAIR UINT32_MAX
#define ROOT ((uint32_t)1 << 31) /* a parent that is a state */

void searcher_begin(struct searcher *s, const struct product *p,
                    enum net_mode mode, const struct net_limits *l) {
  *s = (struct searcher){.product = p, .mode = mode};
  s->others.width = p->rest.width;
  s->at = alloc_zero(p->rest.width, sizeof *s->at);
  stepper_begin(&s->stepper, p->net);
  if (l)
    s->limits = *l;
}

void searcher_end(struct searcher *s) {
  stepper_end(&s->stepper);
  states_free(&s->others);
  vec_free(&s->pairs);
  map_free(&s->seen);
  free(s->at);
}

static void forget(struct searcher *s) {
  vec_clear(&s->pairs);
  if (s->seen.cap > 1 << 12)
    map_free(&s->seen); /* clearing costs as much as it is large */
  else
    map_clear(&s->seen);
  if (s->others.cap > 1 << 12)
    states_free(&s->others);
  else
    states_clear(&s->others);
}

/* --- one step of the mutant ----------------------------------------------- */

static const local_id *vector_of(const struct searcher *s, uint32_t id) {
  EXPECTS(id < s->product->rest.count + s->others.count);
  const uint32_t known = s->product->rest.count;
  return id < known ? states_at(&s->product->rest, id)
                    : states_at(&s->others, id - known);
}

static uint32_t number_of(struct searcher *s, const local_id *at) {
  const uint32_t id = states_find(&s->product->rest, at);
  if (id != STATES_NONE)
    return id;
  bool added;
  return s->product->rest.count + states_add(&s->others, at, &added);
}

/* How the mutant answers input x in a state.  The product's own answer holds
 * where the mutant's edge certainly does not fire. */
static struct product_answer other_answer(struct searcher *s, uint32_t state,
                                          uint32_t x) {
  const struct product *p = s->product;
  const struct mutant *m = s->stepper.mutant;
  if (state < p->rest.count) {
    const struct product_answer *a =
        &p->answers.at[(size_t)state * p->inputs + x];
    if (m->edge == NETWORK_NONE ||
        (product_answers(a) && !(a->edges >> m->edge % 32 & 1)))
      return *a;
  }
  struct product_answer a = {0};
  memcpy(s->at, vector_of(s, state), p->rest.width * sizeof *s->at);
  const enum answer how =
      stepper_input(&s->stepper, s->at, p->net->inputs.at[x], &a.output);
  if (how == ANSWER_OUTPUT)
    a.target = number_of(s, s->at);
  else
    a.output = PRODUCT_NO + how;
  return a;
}

/* --- pairs ---------------------------------------------------------------- */

enum outcome { SAME, DIFFERENT };

/* Both get input x; a new pair of states is pushed, unless they are equal
 * and `merge` says that equal states need no pair. */
static enum outcome step_pair(struct searcher *s, struct net_pair from,
                              uint32_t parent, uint32_t x, bool merge) {
  const struct product *p = s->product;
  const struct product_answer *a =
      &p->answers.at[(size_t)from.spec * p->inputs + x];
  if (!product_answers(a))
    return SAME; /* not applicable: no test gives it */
  const struct product_answer b = other_answer(s, from.other, x);
  if (!product_answers(&b))
    return s->mode == NET_QUIET ? DIFFERENT : SAME;
  if (a->output != b.output)
    return DIFFERENT;
  if (merge && a->target == b.target)
    return SAME;
  bool added;
  map_at(&s->seen, (uint64_t)a->target << 32 | b.target, &added);
  if (added)
    vec_push(&s->pairs, ((struct net_pair){a->target, b.target, parent, x}));
  return SAME;
}

/* The inputs that lead to a pair, then x. */
static void pair_path(const struct searcher *s, uint32_t pair, uint32_t x,
                      symbol_list *out) {
  const struct network *n = s->product->net;
  symbol_list back = {0};
  vec_push(&back, n->inputs.at[x]);
  for (; !(pair & ROOT); pair = s->pairs.at[pair].parent)
    if (s->pairs.at[pair].input != NO_PAIR)
      vec_push(&back, n->inputs.at[s->pairs.at[pair].input]);
  if (pair != NO_PAIR)
    product_path(s->product, pair & ~ROOT, out);
  while (back.len)
    vec_push(out, vec_pop(&back));
  vec_free(&back);
}

/* The input at which the pair differs, or NO_PAIR; its successors are
 * pushed meanwhile. */
static uint32_t expand_pair(struct searcher *s, uint32_t pair, bool merge) {
  EXPECTS(pair < s->pairs.len);
  for (uint32_t x = 0; x < s->product->inputs; x++)
    if (step_pair(s, s->pairs.at[pair], pair, x, merge) == DIFFERENT)
      return x;
  return NO_PAIR;
}

static bool limit_hit(struct searcher *s, size_t steps) {
  return !(steps & 4095) &&
         net_limits_check(&s->limits, s->pairs.cap * sizeof *s->pairs.at +
                                          s->seen.cap * 17 +
                                          states_bytes(&s->others)) != NET_DONE;
}

/* The plain search over all pairs, from the initial one. */
static enum distinguish plain_search(struct searcher *s, bool merge,
                                     symbol_list *out) {
  forget(s);
  vec_clear(out);
  stepper_initial(&s->stepper, s->at);
  struct net_pair start = {0, number_of(s, s->at), NO_PAIR, NO_PAIR};
  vec_push(&s->pairs, start);
  map_put(&s->seen, start.other, 0);
  for (uint32_t i = 0; i < s->pairs.len; i++) {
    if (limit_hit(s, i + (size_t)1))
      return DISTINGUISH_LIMIT;
    const uint32_t x = expand_pair(s, i, merge);
    if (x != NO_PAIR) {
      pair_path(s, i, x, out);
      return DISTINGUISH_FOUND;
    }
  }
  return DISTINGUISH_EQUIVALENT;
}

/* --- the relaxed search --------------------------------------------------- */

/* The places at distance `depth`, from *next on, where the edge is used; both
 * are in the same state there.  True: one of them differs, and its way is in
 * `out`. */
static bool start_uses(struct searcher *s, uint32_t *next, uint32_t end,
                       uint32_t depth, symbol_list *out) {
  const struct product *p = s->product;
  for (; *next < end; ++*next) {
    const uint32_t state = p->uses[*next] / p->inputs;
    const uint32_t x = p->uses[*next] % p->inputs;
    if (p->depth.at[state] != depth)
      return false;
    const struct net_pair same = {state, state, NO_PAIR, NO_PAIR};
    if (step_pair(s, same, ROOT | state, x, true) == DIFFERENT) {
      pair_path(s, ROOT | state, x, out);
      return true;
    }
  }
  return false;
}

static enum distinguish relaxed_search(struct searcher *s, symbol_list *out) {
  const struct product *p = s->product;
  const edge_id e = s->stepper.mutant->edge;
  uint32_t use = p->use_first[e], uses_end = p->use_first[e + 1];
  uint32_t next = 0; /* the first pair at distance `depth` */
  uint32_t depth = 0;
  forget(s);
  vec_clear(out);
  while (next < s->pairs.len || use < uses_end) {
    const uint32_t end = (uint32_t)s->pairs.len;
    if (next == end) /* nothing open: go on where the edge is used next */
      depth = p->depth.at[p->uses[use] / p->inputs];
    if (start_uses(s, &use, uses_end, depth, out))
      return DISTINGUISH_FOUND;
    for (; next < end; next++) {
      if (limit_hit(s, next + (size_t)1))
        return DISTINGUISH_LIMIT;
      const uint32_t x = expand_pair(s, next, true);
      if (x != NO_PAIR) {
        pair_path(s, next, x, out);
        return DISTINGUISH_FOUND;
      }
    }
    depth++;
  }
  return DISTINGUISH_EQUIVALENT;
}

/* Whether the sequence, really run, tells the mutant apart. */
static bool kills(struct searcher *s, const symbol_list *inputs) {
  const struct product *p = s->product;
  stepper_initial(&s->stepper, s->at);
  uint32_t spec = 0;
  for (size_t i = 0; i < inputs->len; i++) {
    uint32_t x = 0;
    while (p->net->inputs.at[x] != inputs->at[i])
      x++;
    const struct product_answer *a =
        &p->answers.at[(size_t)spec * p->inputs + x];
    symbol_id output;
    const enum answer how =
        stepper_input(&s->stepper, s->at, inputs->at[i], &output);
    if (how != ANSWER_OUTPUT)
      return s->mode == NET_QUIET;
    if (output != a->output)
      return true;
    spec = a->target;
  }
  return false;
}

enum distinguish searcher_mutant(struct searcher *s, const struct mutant *m,
                                 symbol_list *out) {
  s->stepper.mutant = m;
  if (m->kind == MUTANT_INITIAL) /* equal states stay equal: no edge differs */
    return plain_search(s, true, out);
  enum distinguish d = relaxed_search(s, out);
  if (d == DISTINGUISH_FOUND && !kills(s, out)) {
    s->plain++;
    d = plain_search(s, false, out);
  }
  return d;
}
