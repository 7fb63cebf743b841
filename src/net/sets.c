/* The engine for networks with choices: sets of states behind the interface.
 * It takes deterministic ones too (every set has one member), which is how
 * the tests compare it with the others. */
#include "base/alloc.h"
#include "base/clock.h"
#include "net/conform.h"
#include "net/engine.h"
#include "net/possible.h"

struct run {
  struct possible possible;
  enum net_mode mode;
  bool fair;
  struct net_limits limits;
  double seconds; /* what is possible is the closure here */
};

static enum net_verdict open_run(const struct network *n, enum net_mode mode,
                                 bool fair, const struct net_limits *l,
                                 void **self) {
  struct run *r = alloc_zero(1, sizeof *r);
  const double start = clock_thread_cpu();
  r->mode = mode;
  r->fair = fair;
  if (l)
    r->limits = *l;
  *self = r;
  const enum net_verdict v = possible_build(&r->possible, n, fair, l);
  r->seconds = clock_thread_cpu() - start;
  return v;
}

static enum net_verdict verify(void *self, struct net_report *out) {
  struct run *r = self;
  possible_verify(&r->possible, out);
  out->closure_seconds = r->seconds;
  return NET_DONE;
}

static void *worker(void *self) {
  const struct run *r = self;
  struct conform *c = alloc_zero(1, sizeof *c);
  conform_begin(c, r->possible.net, r->mode, r->fair, &r->limits);
  return c;
}

static enum distinguish distinguish(void *self, const struct mutant *m,
                                    symbol_list *out) {
  return conform_mutant(self, m, out);
}

static void cost(const void *self, double *closure_seconds,
                 uint64_t *peak_bytes) {
  *closure_seconds = 0;
  *peak_bytes = conform_bytes(self);
}

static void end_worker(void *self) {
  conform_end(self);
  free(self);
}

static void close_run(void *self) {
  struct run *r = self;
  possible_free(&r->possible);
  free(r);
}

const struct net_engine net_engine_sets = {
    .name = "sets",
    .summary = "sets of states one by one; the one that takes choices",
    .choices = true,
    .open = open_run,
    .verify = verify,
    .worker = worker,
    .distinguish = distinguish,
    .cost = cost,
    .end_worker = end_worker,
    .close = close_run,
};
