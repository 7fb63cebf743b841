/* The explicit engine: product, verify, distinguish behind the interface. */
#include "base/alloc.h"
#include "base/clock.h"
#include "net/engine.h"

struct run {
  struct product product;
  enum net_mode mode;
  struct net_limits limits;
  double seconds; /* the product is the closure here */
};

static enum net_verdict open_run(const struct network *n, enum net_mode mode,
                                 bool fair, const struct net_limits *l,
                                 void **self) {
  (void)fair; /* a circle that is entered cannot be left */
  struct run *r = alloc_zero(1, sizeof *r);
  const double start = clock_thread_cpu();
  r->mode = mode;
  if (l)
    r->limits = *l;
  *self = r;
  const enum net_verdict v = product_build(&r->product, n, l);
  r->seconds = clock_thread_cpu() - start;
  return v;
}

static enum net_verdict verify(void *self, struct net_report *out) {
  struct run *r = self;
  product_verify(&r->product, out);
  out->closure_seconds = r->seconds;
  return NET_DONE;
}

static void *worker(void *self) {
  struct run *r = self;
  struct searcher *s = alloc_zero(1, sizeof *s);
  searcher_begin(s, &r->product, r->mode, &r->limits);
  return s;
}

static enum distinguish distinguish(void *self, const struct mutant *m,
                                    symbol_list *out) {
  return searcher_mutant(self, m, out);
}

static void cost(const void *self, double *closure_seconds,
                 uint64_t *peak_bytes) {
  const struct searcher *s = self;
  *closure_seconds = 0;
  *peak_bytes = s->pairs.cap * sizeof *s->pairs.at + s->seen.cap * 17 +
                states_bytes(&s->others);
}

static void end_worker(void *self) {
  searcher_end(self);
  free(self);
}

static void close_run(void *self) {
  struct run *r = self;
  product_free(&r->product);
  free(r);
}

const struct net_engine net_engine_explicit = {
    .name = "explicit",
    .summary = "states one by one; fastest on small and medium networks",
    .open = open_run,
    .verify = verify,
    .worker = worker,
    .distinguish = distinguish,
    .cost = cost,
    .end_worker = end_worker,
    .close = close_run,
};
