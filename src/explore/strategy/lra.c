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
 * shorter after it.
 *
 * A run to some other step need not have a step of every free process; those
 * that it does not need commute with it, but they may go on for ever, and the
 * run not begin.  The stack closing of van der Schoot and Ural looks at the way
 * to the state; here, when more than blocking states is asked for, a process is
 * not free if one of its steps may close a cycle of it (future.h, sticky), so
 * that every circle of leaps has a state where all steps are taken.  Nor is it
 * if a property sees one of its steps, or if it must not move lest an
 * unspecified reception or an overflow is missed (surprise.h). */
#include "base/sound.h"
#include "explore/desk.h"
#include "explore/explore.h"
#include "explore/future.h"
#include "explore/surprise.h"

struct lra {
  struct future f;
  struct kept kept;
  bool provisos; /* more than blocking states is asked for */
  bool properties;
};

static void *open_lra(const struct model *m, unsigned find, struct text *why) {
  (void)why;
  struct lra *l = alloc_zero(1, sizeof *l);
  find = strategy_relevant(m, find);
  future_open(&l->f, m);
  kept_open(&l->kept, &l->f, find);
  l->provisos = find & strategy_lra.preserves &
                ~(1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING);
  l->properties = find >> FINDING_PROPERTY & 1 && m->property_count;
  return l;
}

static void close_lra(void *self) {
  struct lra *l = self;
  kept_close(&l->kept);
  future_close(&l->f);
  free(l);
}

/* Is there a step that must not be taken where others are left out? */
static bool is_unfit(const struct lra *l, const struct view *v, process_id p) {
  for (uint32_t k = v->first[p]; k < v->first[p + 1]; k++) {
    const struct moves *list = v->entries[k].list;
    for (uint32_t i = 0; i < list->count; i++)
      if (future_sticky(&l->f, p, list->at[i].edge) ||
          (l->properties && future_visible(&l->f, p, list->at[i].edge)))
        return true;
  }
  return false;
}

static bool is_free(const struct lra *l, const struct view *v, process_id p) {
  EXPECTS(p < l->f.model->process_count);
  struct desk *d = v->desk;
  return desk_view_lists(d, v, p) &&
         future_undisturbed(&l->f, v->locals, p, d->lists.at, d->waits) &&
         !(l->provisos && (is_unfit(l, v, p) || kept_back(&l->kept, v, p)));
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
  const struct lra *l = self;
  struct desk *d = v->desk;
  uint32_t free_count = 0;
  for (process_id p = 0; p < d->processes; p++) {
    d->chosen[p] = is_free(l, v, p);
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
    .preserves = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING |
                 1u << FINDING_UNSPECIFIED | 1u << FINDING_OVERFLOW |
                 1u << FINDING_UNEXECUTABLE | 1u << FINDING_ASSERTION |
                 1u << FINDING_RANGE | 1u << FINDING_PROPERTY,
    .sound = true,
    .open = open_lra,
    .leaps = leaps,
    .close = close_lra,
};
