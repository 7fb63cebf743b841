/* How many runs there will be: what the leading strategy estimates, and how
 * much that can be trusted. */
#include <math.h>

#include "base/sound.h"
#include "sched/sched.h"
#include "sched/strategy.h"

/* Of all executions, those of other parts included. */
static bool estimate(const struct sched *s, struct sched_estimate *out) {
  const struct sched_part *p = sched_leading(s);
  *out = (struct sched_estimate){0};
  if (!p->strategy->estimate)
    return false;
  p->strategy->estimate(p->self, out);
  double others = (double)(s->stats.executions - p->executions);
  if (out->middle > 0) {
    out->low += others;
    out->middle += others;
    out->high += others;
  }
  return true;
}

/* Estimates early in a search say too little, and grow; so each is compared
 * with those when about half and a quarter as much was done, if that was 16. */
void sched_mark(struct sched *s, uint64_t before) {
  enum { FIRST = 4 };
  unsigned last = 63 - (unsigned)__builtin_clzll(s->stats.executions | 1);
  struct sched_estimate e;
  for (unsigned k = last; k >= FIRST && before < UINT64_C(1) << k; k--)
    if (estimate(s, &e))
      s->marks[k] = e.middle;
}

/* By how much the estimate has moved since a quarter was done; infinite when
 * nobody knows. */
static double unrest(const struct sched *s, double now) {
  unsigned k = 63 - (unsigned)__builtin_clzll(s->stats.executions | 1);
  double most = 1;
  for (unsigned i = k < 3 ? 0 : k - 2; k >= 6 && i < k; i++) {
    double was = s->marks[i] > 0 ? s->marks[i] : 1e-9;
    most = fmax(most, fmax(was / now, now / was));
  }
  return k < 6 ? INFINITY : most;
}

bool sched_remaining(const struct sched *s, struct sched_estimate *out) {
  static const double settled = 4, spread = 2.5, least = 32;
  double done = (double)s->stats.executions;
  *out = (struct sched_estimate){0};
  if (!s->parts_len)
    return false;
  if (s->finished)
    return true;
  if (!estimate(s, out) || !(out->middle > 0))
    return false;
  double moved = unrest(s, out->middle);
  out->low = fmax(1, (out->low - done) / least);
  out->middle = fmax(1, out->middle - done);
  out->high = moved > settled ? INFINITY
                              : fmax(1, out->high - done) * spread * moved;
  return true;
}
