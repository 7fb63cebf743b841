/* lra: leaping reachability analysis, for blocking states (N 3.2.3.3, after
 * van der Schoot and Ural 1996; read as doc/papers.md says).
 *
 * A process is free when it can move and others cannot change what it can
 * do: no send waits for room, no reception for a message, and, beyond
 * channels, nobody else may still touch what it acts on.  If any process is
 * free, the leaps are the product over the free processes, one step each;
 * otherwise every step is a leap.
 *
 * Sound for blocking states: a run from here to a blocking state contains a
 * step of every free process, since its steps stay executable until it takes
 * one; the first such step of each is executable now and commutes with all
 * that comes before it, so the run can begin with one of the leaps and is
 * shorter after it. */
#include "base/sound.h"
#include "explore/desk.h"
#include "explore/explore.h"
#include "explore/future.h"

static void *open_lra(const struct model *m, unsigned find, struct text *why) {
  (void)find;
  (void)why;
  struct future *f = alloc_zero(1, sizeof *f);
  future_open(f, m);
  return f;
}

static void close_lra(void *self) {
  future_close(self);
  free(self);
}

static bool is_free(const struct future *f, const struct view *v,
                    process_id p) {
  EXPECTS(p < f->model->process_count);
  struct desk *d = v->desk;
  return desk_view_lists(d, v, p) &&
         future_undisturbed(f, v->locals, p, d->lists.at, d->waits);
}

/* One step of the k-th free process and all after it, in every way. */
static void multiply(struct desk *d, uint32_t k, uint32_t groups,
                     struct leaps *out) {
  EXPECTS(k <= groups);
  if (k == groups) {
    desk_leap(d, out);
    return;
  }
  for (uint32_t i = d->group[k]; i < d->group[k + 1]; i++) {
    desk_push(d);
    desk_take(d, &d->options.at[i]);
    multiply(d, k + 1, groups, out);
    desk_pop(d);
  }
}

static void leaps(void *self, const struct view *v, struct leaps *out) {
  const struct future *f = self;
  struct desk *d = v->desk;
  uint32_t free_count = 0;
  for (process_id p = 0; p < d->processes; p++) {
    d->chosen[p] = is_free(f, v, p);
    free_count += d->chosen[p];
  }
  if (free_count < 2) {
    out->every_step = true;
    out->only = free_count ? d->chosen : NULL;
    return;
  }
  desk_begin(d, v);
  uint32_t groups = 0;
  for (process_id p = 0; p < d->processes; p++) {
    if (!d->chosen[p])
      continue;
    d->group[groups++] = (uint32_t)d->options.len;
    desk_view_options(d, v, p);
  }
  d->group[groups] = (uint32_t)d->options.len;
  multiply(d, 0, groups, out);
}

const struct strategy strategy_lra = {
    .name = "lra",
    .summary = "leaping: processes nobody can disturb move together",
    .preserves = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING,
    .sound = true,
    .open = open_lra,
    .leaps = leaps,
    .close = close_lra,
};
