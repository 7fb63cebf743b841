#include "explore/sweep.h"

#include "base/stress.h"
#include "explore/search.h"

enum { WORTH_SHARING = STRESSED(2, 256) };

struct row {
  uint64_t begin, end;
  unsigned workers;
  sweep_work *work;
  void *ctx;
};

static void slice(void *arg, unsigned worker) {
  const struct row *r = arg;
  uint64_t span = r->end - r->begin;
  r->work(r->ctx, worker, r->begin + span * worker / r->workers,
          r->begin + span * (worker + 1) / r->workers);
}

bool sweep(struct search *s, uint64_t begin, uint64_t end, sweep_work *work,
           void *ctx) {
  struct row r = {begin, end, s->jobs, work, ctx};
  bool shared = s->jobs > 1 && end - begin >= WORTH_SHARING;
  if (shared)
    crew_run(&s->crew, slice, &r);
  else
    work(ctx, 0, begin, end);
  return shared;
}
