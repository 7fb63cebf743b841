#include "net/symbolic.h"

#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "dd/pairs.h"

/* --- life ----------------------------------------------------------------- */

dd_node symbolic_closure(struct symbolic *s, const struct mutant *m,
                         dd_node edges) {
  const double start = clock_thread_cpu();
  const dd_node closed = close_steps(&s->coding, m, edges, s->bfs);
  s->closure_seconds += clock_thread_cpu() - start;
  return closed;
}

/* Steps between states at rest: an input is put in, the closure works, the
 * output is taken out. */
static bool relate(struct symbolic *s) {
  struct coding *c = &s->coding;
  const struct network *n = s->net;
  VEC(uint32_t) outputs = {0};
  for (symbol_id x = 0; x < n->symbols.len; x++)
    if (n->symbols.at[x].reader == NETWORK_NONE)
      vec_push(&outputs, x);
  s->enter = coding_buffer(c, &c->empty, 1, n->inputs.at, n->inputs.len);
  const dd_node leave = coding_buffer(c, outputs.at, outputs.len, &c->empty, 1);
  vec_free(&outputs);
  if (s->enter == DD_FULL || leave == DD_FULL)
    return false;
  const dd_node in = dd_compose(c->steps, s->enter, s->observable);
  s->next = in == DD_FULL ? DD_FULL : dd_compose(c->steps, in, leave);
  return s->next != DD_FULL;
}

static bool make_layers(struct symbolic *s) {
  struct coding *c = &s->coding;
  uint32_t *at = alloc_zero(c->machines + 1, sizeof *at);
  for (machine_id m = 0; m < c->machines; m++)
    at[m] = s->net->machines.at[m].initial;
  dd_node front = coding_state(c, at, c->empty), all = front;
  memset(at, 0xff, c->machines * sizeof *at); /* NETWORK_NONE: any */
  at[c->machines] = c->empty;
  s->rest = symbolic_pattern(s, at);
  free(at);
  while (front && front != DD_FULL) {
    vec_push(&s->layers, front);
    const dd_node next = dd_image(c->sets, front, c->steps, s->next);
    front = next == DD_FULL ? DD_FULL : dd_minus(c->sets, next, all);
    all = front == DD_FULL ? DD_FULL : dd_union(c->sets, all, front);
    if (all == DD_FULL)
      return false;
  }
  return front != DD_FULL && s->rest != DD_FULL;
}

enum net_verdict symbolic_begin(struct symbolic *s, const struct network *n,
                                enum net_mode mode, bool bfs,
                                const struct net_limits *l) {
  *s = (struct symbolic){.net = n, .mode = mode, .bfs = bfs};
  if (l)
    s->limits = *l;
  struct coding *c = &s->coding;
  if (!coding_begin(c, n, s->limits.memory))
    return NET_MEMORY;
  s->closure = symbolic_closure(s, NULL, c->all_edges);
  s->observable = close_observable(c, s->closure);
  s->answers = s->observable == DD_FULL
                   ? DD_FULL
                   : dd_labels(c->labels, c->steps, s->observable);
  if (s->answers == DD_FULL || !relate(s) || !make_layers(s))
    return NET_MEMORY;
  s->same = dd_pairs_same(c->pairs, c->sets, s->rest, c->empty);
  if (s->same == DD_FULL)
    return NET_MEMORY;
  dd_protect(c->pairs, &s->same);
  dd_protect(c->labels, &s->answers);
  dd_protect(c->steps, &s->closure);
  dd_protect(c->steps, &s->observable);
  dd_protect(c->steps, &s->enter);
  dd_protect(c->steps, &s->next);
  dd_protect(c->sets, &s->rest);
  vec_each(&s->layers, layer) dd_protect(c->sets, layer);
  return net_limits_check(l, 0);
}

void symbolic_end(struct symbolic *s) {
  coding_end(&s->coding);
  vec_free(&s->layers);
  free(s->fired);
}

/* --- places and ways ------------------------------------------------------ */

dd_node symbolic_pattern(struct symbolic *s, const uint32_t *pattern) {
  struct coding *c = &s->coding;
  const unsigned width = c->machines + 1;
  const bool **box = alloc_zero(width, sizeof *box);
  bool **flags = alloc_zero(width, sizeof *flags);
  for (unsigned i = 0; i < width; i++)
    if (pattern[i] != NETWORK_NONE) {
      flags[i] = alloc_zero(dd_size(c->sets, i + 1), sizeof **flags);
      flags[i][pattern[i]] = true;
      box[i] = flags[i];
    }
  const dd_node set = dd_box(c->sets, box);
  for (unsigned i = 0; i < width; i++)
    free(flags[i]);
  free(flags);
  free(box);
  return set;
}

dd_node symbolic_through(struct symbolic *s, dd_node set) {
  struct coding *c = &s->coding;
  const dd_node through =
      set == DD_FULL ? DD_FULL
                     : dd_restrict_to(c->steps, s->closure, c->sets, set);
  const dd_node from =
      through == DD_FULL ? DD_FULL : dd_sources(c->sets, c->steps, through);
  return from == DD_FULL ? DD_FULL : dd_intersect(c->sets, from, c->inputs);
}

/* The input that leads from one state at rest to another. */
static symbol_id input_between(const struct symbolic *s, const uint32_t *before,
                               const uint32_t *after) {
  const struct network *n = s->net;
  const size_t bytes = n->machines.len * sizeof(local_id);
  local_id *at = alloc_zero(n->machines.len, sizeof *at);
  symbol_id found = NETWORK_NONE, output;
  struct stepper stepper;
  stepper_begin(&stepper, n);
  for (size_t i = 0; i < n->inputs.len && found == NETWORK_NONE; i++) {
    memcpy(at, before, bytes);
    if (stepper_input(&stepper, at, n->inputs.at[i], &output) ==
            ANSWER_OUTPUT &&
        !memcmp(at, after, bytes))
      found = n->inputs.at[i];
  }
  stepper_end(&stepper);
  free(at);
  return found;
}

bool symbolic_way(struct symbolic *s, size_t layer, const uint32_t *state,
                  symbol_list *out) {
  struct coding *c = &s->coding;
  const unsigned width = c->machines + 1;
  uint32_t *after = alloc_zero(2 * width, sizeof *after);
  uint32_t *before = after + width;
  symbol_list back = {0};
  bool ok = true;
  memcpy(after, state, c->machines * sizeof *after);
  while (layer-- > 0 && ok) {
    const dd_node one = coding_state(c, after, c->empty);
    dd_node all =
        one == DD_FULL ? DD_FULL : dd_preimage(c->sets, one, c->steps, s->next);
    if (all != DD_FULL)
      all = dd_intersect(c->sets, all, s->layers.at[layer]);
    ok = all != DD_FULL && dd_first(c->sets, all, before);
    if (ok)
      vec_push(&back, input_between(s, before, after));
    memcpy(after, before, width * sizeof *after);
  }
  while (back.len)
    vec_push(out, vec_pop(&back));
  vec_free(&back);
  free(after);
  return ok;
}

/* --- the engines ---------------------------------------------------------- */

/* What derive holds: the first worker uses the forests of verification, the
 * others make their own. */
struct run {
  struct symbolic base;
  bool lent;
};
struct hand {
  struct symbolic *s;
  struct symbolic own;
  struct run *run;
  double before; /* seconds that verification has counted already */
};

static enum net_verdict open_run(const struct network *n, enum net_mode mode,
                                 bool bfs, const struct net_limits *l,
                                 void **self) {
  struct run *r = alloc_zero(1, sizeof *r);
  *self = r;
  return symbolic_begin(&r->base, n, mode, bfs, l);
}

static enum net_verdict open_bfs(const struct network *n, enum net_mode mode,
                                 bool fair, const struct net_limits *l,
                                 void **self) {
  (void)fair; /* as in explicit.c */
  return open_run(n, mode, true, l, self);
}

static enum net_verdict open_sat(const struct network *n, enum net_mode mode,
                                 bool fair, const struct net_limits *l,
                                 void **self) {
  (void)fair; /* as in explicit.c */
  return open_run(n, mode, false, l, self);
}

static enum net_verdict verify(void *self, struct net_report *out) {
  struct run *r = self;
  return symbolic_verify(&r->base, out);
}

static void *worker(void *self) {
  struct run *r = self;
  struct hand *h = alloc_zero(1, sizeof *h);
  h->run = r;
  if (!r->lent) {
    r->lent = true;
    h->s = &r->base;
    h->before = r->base.closure_seconds;
    return h;
  }
  h->s = &h->own;
  const struct symbolic *b = &r->base;
  symbolic_begin(&h->own, b->net, b->mode, b->bfs, &b->limits);
  if (b->fired) {
    const size_t edges = b->net->edges.len + 1;
    h->own.fired = alloc_zero(edges, sizeof *h->own.fired);
    memcpy(h->own.fired, b->fired, edges * sizeof *b->fired);
  }
  return h;
}

static enum distinguish distinguish(void *self, const struct mutant *m,
                                    symbol_list *out) {
  struct hand *h = self;
  return symbolic_distinguish(h->s, m, out);
}

static void cost(const void *self, double *closure_seconds,
                 uint64_t *peak_bytes) {
  const struct hand *h = self;
  *closure_seconds = h->s->closure_seconds - h->before;
  *peak_bytes = coding_bytes(&h->s->coding);
}

static void end_worker(void *self) {
  struct hand *h = self;
  if (h->s == &h->own)
    symbolic_end(&h->own);
  else
    h->run->lent = false;
  free(h);
}

static void close_run(void *self) {
  struct run *r = self;
  symbolic_end(&r->base);
  free(r);
}

const struct net_engine net_engine_mdd_bfs = {
    .name = "mdd-bfs",
    .summary = "decision diagrams, closures breadth first",
    .open = open_bfs,
    .verify = verify,
    .worker = worker,
    .distinguish = distinguish,
    .cost = cost,
    .end_worker = end_worker,
    .close = close_run,
};

const struct net_engine net_engine_mdd_sat = {
    .name = "mdd-sat",
    .summary = "decision diagrams, closures by saturation",
    .open = open_sat,
    .verify = verify,
    .worker = worker,
    .distinguish = distinguish,
    .cost = cost,
    .end_worker = end_worker,
    .close = close_run,
};
