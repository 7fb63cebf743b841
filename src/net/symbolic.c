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
  if (s->answers == DD_FULL)
    return NET_MEMORY;
  dd_protect(c->steps, &s->closure);
  dd_protect(c->steps, &s->observable);
  dd_protect(c->labels, &s->answers);
  return net_limits_check(l, 0);
}

void symbolic_end(struct symbolic *s) {
  coding_end(&s->coding);
  free(s->fired);
}

/* --- tests ---------------------------------------------------------------- */

/* The search for one mutant. */
struct duel {
  struct symbolic *s;
  const struct mutant *mutant;
  dd_node observable, answers; /* of the mutant */
  VEC(dd_node) layers;         /* pairs at distance 0, 1, ... */
};

static void pair_values(const struct duel *d, const local_id *spec,
                        const local_id *other, uint32_t *values) {
  for (unsigned k = 0; k < d->s->coding.machines; k++) {
    values[2 * k + 1] = spec[k];
    values[2 * k] = other[k];
  }
}

static bool pair_is(const struct duel *d, const uint32_t *values,
                    const local_id *spec, const local_id *other) {
  for (unsigned k = 0; k < d->s->coding.machines; k++)
    if (values[2 * k + 1] != spec[k] || values[2 * k] != other[k])
      return false;
  return true;
}

/* The input that leads both from one pair to the next. */
static symbol_id input_between(const struct duel *d, const uint32_t *before,
                               const uint32_t *after) {
  const struct network *n = d->s->net;
  const unsigned machines = d->s->coding.machines;
  struct stepper a, b;
  local_id *at = alloc_zero(2 * machines, sizeof *at);
  local_id *other = at + machines;
  symbol_id found = NETWORK_NONE;
  stepper_begin(&a, n);
  stepper_begin(&b, n);
  b.mutant = d->mutant;
  for (size_t i = 0; i < n->inputs.len && found == NETWORK_NONE; i++) {
    symbol_id x, y;
    for (unsigned k = 0; k < machines; k++) {
      at[k] = before[2 * k + 1];
      other[k] = before[2 * k];
    }
    const symbol_id in = n->inputs.at[i];
    if (stepper_input(&a, at, in, &x) == ANSWER_OUTPUT &&
        stepper_input(&b, other, in, &y) == ANSWER_OUTPUT && x == y &&
        pair_is(d, after, at, other))
      found = in;
  }
  stepper_end(&a);
  stepper_end(&b);
  free(at);
  return found;
}

/* TCGen: from the pair that differs back through the layers, each time to
 * the first predecessor. */
static bool walk_back(struct duel *d, uint32_t *pair, symbol_id last,
                      symbol_list *out) {
  struct coding *c = &d->s->coding;
  uint32_t *before = alloc_zero(2 * c->machines, sizeof *before);
  symbol_list back = {0};
  bool ok = true;
  vec_push(&back, last);
  for (size_t layer = d->layers.len - 1; layer-- > 0 && ok;) {
    const dd_node one = dd_tuple(c->pairs, pair);
    dd_node all = one == DD_FULL
                      ? DD_FULL
                      : dd_pairs_step(c->pairs, one, c->steps,
                                      d->s->observable, d->observable, true);
    if (all != DD_FULL)
      all = dd_intersect(c->pairs, all, d->layers.at[layer]);
    ok = all != DD_FULL && dd_first(c->pairs, all, before);
    if (ok) {
      vec_push(&back, input_between(d, before, pair));
      memcpy(pair, before, 2 * c->machines * sizeof *pair);
    }
  }
  while (ok && back.len)
    vec_push(out, vec_pop(&back));
  vec_free(&back);
  free(before);
  return ok;
}

static enum distinguish search(struct duel *d, symbol_list *out) {
  struct coding *c = &d->s->coding;
  const bool both = d->s->mode == NET_PAPER;
  uint32_t *pair = alloc_zero(2 * c->machines, sizeof *pair), input;
  dd_node seen = d->layers.at[0];
  enum distinguish found = DISTINGUISH_LIMIT;
  for (;;) {
    const dd_node front = *vec_last(&d->layers);
    if (net_limits_check(&d->s->limits, 0) != NET_DONE)
      break;
    const int differ =
        dd_pairs_differ(c->pairs, front, c->labels, d->s->answers,
                        d->answers, both, pair, &input);
    if (differ) {
      if (differ > 0 && walk_back(d, pair, input, out))
        found = DISTINGUISH_FOUND;
      break;
    }
    const dd_node next =
        dd_pairs_step(c->pairs, front, c->steps, d->s->observable,
                      d->observable, false);
    const dd_node new =
        next == DD_FULL ? DD_FULL : dd_minus(c->pairs, next, seen);
    if (!new) {
      found = DISTINGUISH_EQUIVALENT;
      break;
    }
    seen = new == DD_FULL ? DD_FULL : dd_union(c->pairs, seen, new);
    if (seen == DD_FULL)
      break;
    vec_push(&d->layers, new);
  }
  free(pair);
  return found;
}

static dd_node first_pair(struct duel *d) {
  const struct network *n = d->s->net;
  const unsigned machines = d->s->coding.machines;
  uint32_t *values = alloc_zero(4 * machines, sizeof *values);
  local_id *at = values + 2 * machines, *other = at + machines;
  for (machine_id k = 0; k < machines; k++) {
    at[k] = n->machines.at[k].initial;
    other[k] = mutant_initial(n, d->mutant, k);
  }
  pair_values(d, at, other, values);
  const dd_node pair = dd_tuple(d->s->coding.pairs, values);
  free(values);
  return pair;
}

enum distinguish symbolic_distinguish(struct symbolic *s,
                                      const struct mutant *m,
                                      symbol_list *out) {
  struct coding *c = &s->coding;
  vec_clear(out);
  if (m->edge != NETWORK_NONE && s->fired && !s->fired[m->edge])
    return DISTINGUISH_EQUIVALENT; /* no reachable chain fires the edge */
  coding_tidy(c, s->exhausted);
  s->exhausted = true; /* unless this one ends */
  struct duel d = {.s = s, .mutant = m};
  dd_node edges = coding_edges(c, m);
  dd_protect(c->steps, &edges);
  const bool same = m->edge == NETWORK_NONE;
  d.observable = same ? s->observable
                      : close_observable(c, symbolic_closure(s, m, edges));
  dd_unprotect(c->steps, 1);
  d.answers = d.observable == DD_FULL
                  ? DD_FULL
                  : dd_labels(c->labels, c->steps, d.observable);
  const dd_node start = d.answers == DD_FULL ? DD_FULL : first_pair(&d);
  if (start == DD_FULL)
    return DISTINGUISH_LIMIT;
  vec_push(&d.layers, start);
  const enum distinguish found = search(&d, out);
  s->exhausted = found == DISTINGUISH_LIMIT;
  vec_free(&d.layers);
  return found;
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
                                 const struct net_limits *l, void **self) {
  return open_run(n, mode, true, l, self);
}

static enum net_verdict open_sat(const struct network *n, enum net_mode mode,
                                 const struct net_limits *l, void **self) {
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
