#include "net/product.h"

#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"

struct builder {
  struct product *p;
  local_id *vector;   /* symbol in transit, local states */
  VEC(uint32_t) used; /* pairs edge, answer index, as they come */
  size_t chain;       /* where the current chain begins in `used` */
  uint32_t index;     /* state * inputs + input */
};

/* Every edge that fires: counted for its use, its unstable state kept. */
static void watch(void *user, edge_id e, symbol_id now, const local_id *at) {
  struct builder *b = user;
  struct product *p = b->p;
  p->fired[e] = true;
  vec_push(&b->used, e);
  vec_push(&b->used, b->index);
  if (p->net->symbols.at[now].reader == NETWORK_NONE)
    return;
  bool added;
  b->vector[0] = now;
  memcpy(b->vector + 1, at, p->rest.width * sizeof *at);
  states_add(&p->unstable, b->vector, &added);
}

static uint32_t rest_state(struct product *p, const local_id *at,
                           uint32_t depth, uint32_t parent, uint32_t input) {
  EXPECTS(at != NULL);
  bool added;
  const uint32_t id = states_add(&p->rest, at, &added);
  if (added) {
    vec_push(&p->depth, depth);
    vec_push(&p->parent, parent);
    vec_push(&p->parent_input, input);
  }
  return id;
}

static void expand(struct builder *b, struct stepper *s, local_id *at,
                   uint32_t from) {
  EXPECTS(from < b->p->rest.count);
  struct product *p = b->p;
  const size_t bytes = p->rest.width * sizeof *at;
  for (uint32_t x = 0; x < p->inputs; x++) {
    struct product_answer a = {0};
    symbol_id output;
    b->index = from * p->inputs + x;
    b->chain = b->used.len;
    memcpy(at, states_at(&p->rest, from), bytes);
    const enum answer how = stepper_input(s, at, p->net->inputs.at[x], &output);
    if (how == ANSWER_OUTPUT) {
      a.output = output;
      a.target = rest_state(p, at, p->depth.at[from] + 1, from, x);
      for (size_t i = b->chain; i < b->used.len; i += 2)
        a.edges |= 1u << b->used.at[i] % 32;
      p->observable++;
    } else {
      a.output = PRODUCT_NO + how;
      b->used.len = b->chain;
    }
    vec_push(&p->answers, a);
  }
}

/* `used` sorted by edge; within an edge the order stays, each place once. */
static void index_uses(struct builder *b) {
  struct product *p = b->p;
  const size_t edges = p->net->edges.len;
  p->use_first = alloc_zero(edges + 2, sizeof *p->use_first);
  uint32_t *last = alloc_resize(NULL, edges + 1, sizeof *last);
  for (int pass = 0; pass < 2; pass++) {
    memset(last, 0xff, (edges + 1) * sizeof *last);
    for (size_t i = 0; i < b->used.len; i += 2) {
      const uint32_t e = b->used.at[i], where = b->used.at[i + 1];
      if (last[e] == where)
        continue;
      last[e] = where;
      if (!pass)
        p->use_first[e + 2]++;
      else
        p->uses[p->use_first[e + 1]++] = where;
    }
    if (pass)
      break;
    for (size_t e = 0; e < edges; e++)
      p->use_first[e + 2] += p->use_first[e + 1];
    p->uses = alloc_resize(NULL, p->use_first[edges + 1] + (size_t)1,
                           sizeof *p->uses);
  }
  free(last);
}

uint64_t product_bytes(const struct product *p) {
  return states_bytes(&p->rest) + states_bytes(&p->unstable) +
         p->depth.cap * 12 + p->answers.cap * sizeof *p->answers.at +
         (p->uses ? p->use_first[p->net->edges.len] * (uint64_t)4 : 0);
}

static enum net_verdict explore(struct builder *b, struct stepper *s,
                                local_id *at, const struct net_limits *l) {
  struct product *p = b->p;
  for (uint32_t i = 0; i < p->rest.count; i++) {
    if (!(i & 1023) && l) {
      const enum net_verdict v =
          net_limits_check(l, product_bytes(p) + b->used.cap * 4);
      if (v != NET_DONE)
        return v;
      if (progress_due(l->progress))
        progress_show(l->progress, "derive",
                      &(struct progress_figure){"states", i}, 1);
    }
    if (((uint64_t)p->rest.count + 1) * (p->inputs + 1) > UINT32_MAX)
      return NET_MEMORY; /* places are numbered in 32 bits */
    expand(b, s, at, i);
  }
  return NET_DONE;
}

enum net_verdict product_build(struct product *p, const struct network *n,
                               const struct net_limits *l) {
  const uint32_t width = (uint32_t)n->machines.len;
  *p = (struct product){.net = n,
                        .inputs = (uint32_t)n->inputs.len,
                        .rest = {.width = width},
                        .unstable = {.width = width + 1}};
  p->fired = alloc_zero(n->edges.len + 1, sizeof *p->fired);
  struct builder b = {.p = p};
  b.vector = alloc_zero(width + 1, sizeof *b.vector);
  local_id *at = alloc_zero(width, sizeof *at);
  struct stepper s;
  stepper_begin(&s, n);
  s.watch = watch;
  s.user = &b;
  stepper_initial(&s, at);
  rest_state(p, at, 0, STATES_NONE, 0);
  const enum net_verdict v = explore(&b, &s, at, l);
  if (v == NET_DONE)
    index_uses(&b);
  stepper_end(&s);
  free(at);
  free(b.vector);
  vec_free(&b.used);
  return v;
}

void product_path(const struct product *p, uint32_t state, symbol_list *out) {
  EXPECTS(state < p->rest.count && out);
  const size_t first = out->len;
  for (; p->parent.at[state] != STATES_NONE; state = p->parent.at[state])
    vec_push(out, p->net->inputs.at[p->parent_input.at[state]]);
  symbols_reverse(out, first);
}

void product_free(struct product *p) {
  states_free(&p->rest);
  states_free(&p->unstable);
  vec_free(&p->depth);
  vec_free(&p->parent);
  vec_free(&p->parent_input);
  vec_free(&p->answers);
  free(p->use_first);
  free(p->uses);
  free(p->fired);
}
