#include "explore/sweep.h"

#include "base/sound.h"
#include "base/stress.h"
#include "explore/search.h"

enum { WORTH_SHARING = STRESSED(2, 256), ROUND = STRESSED(64, 1 << 15) };

uint64_t sweep_round(const struct search *s, uint64_t begin, uint64_t count) {
  uint64_t most = ((uint64_t)1 << 22) / (s->parts.count + 1);
  most = most > ROUND ? ROUND : most < WORTH_SHARING ? WORTH_SHARING : most;
  return count - begin < most ? count : begin + most;
}

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
  EXPECTS(begin <= end && work);
  struct row r = {begin, end, s->jobs, work, ctx};
  bool shared = s->jobs > 1 && end - begin >= WORTH_SHARING;
  if (shared)
    crew_run(&s->crew, slice, &r);
  else
    work(ctx, 0, begin, end);
  return shared;
}
