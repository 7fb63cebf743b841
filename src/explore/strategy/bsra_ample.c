/* bsra-ample: bsra combined with ample sets (L 2.6), for blocking states.
 *
 * As in bsra, processes run on until they wait, and the states on the way
 * are not stored; but who runs is decided as in lra (a process that nobody
 * can disturb, its receptions too), one process at a time, and where nobody
 * is free the next steps are those of an ample set instead of all products of
 * receptions.  So what is stored are states where several processes depend
 * on each other.
 *
 * Sound: every step of a leap is one that a search with persistent sets would
 * take, and all of its set are taken from each state passed through; states
 * are only not stored.  Processes that could run for ever are stopped after a
 * number of steps, and the state is stored. */
#include "explore/desk.h"
#include "explore/explore.h"
#include "explore/future.h"
#include "explore/strategy/ample.h"

enum { STEPS_MAX = 200, LEAPS_MAX = 64 };

struct work {
  const struct future *f;
  struct desk *d;
  struct leaps *out;
};

static void *open_row(const struct model *m, unsigned find,
                      struct text *why) {
  (void)find;
  (void)why;
  return ample_open(m, 1u << FINDING_BLOCKING);
}

static void close_row(void *self) { ample_close(self); }

/* The number of steps of p in the top frame; 0 when others can disturb it. */
static uint32_t free_steps(struct work *w, process_id p) {
  struct desk *d = w->d;
  uint32_t steps = desk_lists(d, p);
  return steps && future_undisturbed(w->f, d->locals, p, d->lists.at) ? steps
                                                                      : 0;
}

/* The free process with the fewest steps, or NONE. */
static process_id next_free(struct work *w) {
  struct desk *d = w->d;
  process_id best = NONE;
  uint32_t least = UINT32_MAX;
  for (process_id p = 0; p < d->processes; p++)
    d->locals[p] = desk_local(d, p);
  for (process_id p = 0; p < d->processes && least > 1; p++) {
    uint32_t steps = free_steps(w, p);
    if (!steps || steps >= least)
      continue;
    least = steps;
    best = p;
  }
  return best;
}

static void run(struct work *w) {
  struct desk *d = w->d;
  for (;;) {
    process_id p = NONE;
    if (d->steps.len < STEPS_MAX && w->out->ends.len < LEAPS_MAX)
      p = next_free(w);
    if (p == NONE) {
      desk_leap(d, w->out);
      return;
    }
    size_t from = d->options.len;
    desk_options(d, p);
    size_t to = d->options.len;
    for (size_t i = from; i + 1 < to; i++) {
      struct option o = d->options.at[i];
      desk_push(d);
      desk_take(d, &o);
      run(w);
      desk_pop(d);
    }
    struct option last = d->options.at[to - 1];
    d->options.len = from;
    desk_take(d, &last);
  }
}

static void leaps(void *self, const struct view *v, struct leaps *out) {
  struct work w = {ample_future(self), v->desk, out};
  struct desk *d = v->desk;
  bool some = ample_choose(self, v);
  desk_begin(d, v);
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
