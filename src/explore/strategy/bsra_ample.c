/* bsra-ample: bsra combined with ample sets (L 2.6), for blocking states.
 *
 * As in bsra, processes run on until they wait, and the states on the way
 * are not stored; but who runs is decided as in lra (a process that nobody
 * can disturb, its receptions too), one process at a time, as long as there
 * is one with a single step.  Where there is none the next steps are those of
 * an ample set instead of all products of receptions.  So what is stored are
 * the states where there is something to choose.
 *
 * Sound: every step of a leap is one that a search with persistent sets would
 * take, and the only one it would take from the states passed through; these
 * are only not stored.  A way that comes back to a state of the same leap, or
 * to the state it left, never blocks, and ends there.  Very long ways are
 * cut, and the state is stored. */
#include "explore/desk.h"
#include "explore/explore.h"
#include "explore/future.h"
#include "explore/strategy/ample.h"

enum { STEPS_MAX = 1000 };

struct work {
  const struct future *f;
  struct desk *d;
  struct leaps *out;
};

static void *open_row(const struct model *m, unsigned find, struct text *why) {
  (void)find;
  (void)why;
  return ample_open(m, 1u << FINDING_BLOCKING);
}

static void close_row(void *self) {
  ample_close(self);
}

/* Has p one step in the top frame, that nobody can disturb? */
static bool is_bound(struct work *w, process_id p) {
  struct desk *d = w->d;
  return desk_lists(d, p) == 1 &&
         future_undisturbed(w->f, d->locals, p, d->lists.at, d->waits);
}

static process_id next_bound(struct work *w) {
  struct desk *d = w->d;
  for (process_id p = 0; p < d->processes; p++)
    d->locals[p] = desk_local(d, p);
  for (process_id p = 0; p < d->processes; p++)
    if (is_bound(w, p))
      return p;
  return NONE;
}

static void run(struct work *w) {
  struct desk *d = w->d;
  while (desk_visit(d, 0)) {
    process_id p = d->steps.len < STEPS_MAX ? next_bound(w) : NONE;
    if (p == NONE) {
      desk_leap(d, w->out);
      return;
    }
    size_t from = d->options.len;
    desk_options(d, p);
    struct option only = d->options.at[from];
    d->options.len = from;
    desk_take(d, &only);
  }
}

static void leaps(void *self, const struct view *v, struct leaps *out) {
  struct work w = {ample_future(self), v->desk, out};
  struct desk *d = v->desk;
  bool some = ample_choose(self, v);
  desk_begin(d, v);
  desk_visit(d, 0);
  for (process_id p = 0; p < d->processes; p++)
    if (!some || d->chosen[p])
      desk_view_options(d, v, p);
  size_t roots = d->options.len;
  for (size_t i = 0; i < roots; i++) {
    struct option o = d->options.at[i];
    desk_push(d);
    desk_take(d, &o);
    run(&w);
    desk_pop(d);
  }
}

const struct strategy strategy_bsra_ample = {
    .name = "bsra-ample",
    .summary = "bsra with ample sets: stores the fewest states",
    .preserves = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING,
    .sound = true,
    .open = open_row,
    .leaps = leaps,
    .close = close_row,
};
