/* era: even reachability analysis, in three readings (N 5 and 6).
 *
 * Two steps at a time, so that the total length of all channels stays even.
 * Pairs are of type 1 (two processes, one channel; the second may only become
 * executable by the first), 2 (two processes, two channels) or 3 (one
 * process, one step after the other).
 *   era          all pairs: every state an even number of steps away, and so
 *                every one with empty channels (N theorem 6.1)
 *   era-refined  type 3 only where there is no other (N 6.4); misses
 *                deadlocks
 *   era-peng     type 1, else 2 without pairs of receptions, else 3 (Peng
 *                1995, as N 5.1 redefines it); misses deadlocks */
#include "explore/cfsm.h"
#include "explore/desk.h"
#include "explore/explore.h"

enum reading { READING_FULL, READING_REFINED, READING_PENG };

struct era {
  const struct model *m;
  enum reading reading;
};

struct work {
  const struct era *self;
  struct desk *d;
  struct leaps *out;
  unsigned types; /* 1u << type: wanted in this pass */
};

static void *open_reading(const struct model *m, enum reading reading,
                          struct text *why) {
  if (!cfsm_is(m, false, why))
    return NULL;
  struct era *e = alloc_zero(1, sizeof *e);
  *e = (struct era){m, reading};
  return e;
}
static void *open_full(const struct model *m, unsigned find, struct text *why) {
  (void)find;
  return open_reading(m, READING_FULL, why);
}
static void *open_refined(const struct model *m, unsigned find,
                          struct text *why) {
  (void)find;
  return open_reading(m, READING_REFINED, why);
}
static void *open_peng(const struct model *m, unsigned find, struct text *why) {
  (void)find;
  return open_reading(m, READING_PENG, why);
}
static void close_era(void *self) {
  free(self);
}

static bool sends(const struct work *w, const struct desk_option *o) {
  edge_id e = o->list->at[o->move].edge;
  return w->self->m->processes[o->process].edges[e].action == ACT_SEND;
}

/* 1, 2 or 3; 0 when this reading does not know the pair. */
static unsigned type_of(const struct work *w, const struct desk_option *a,
                        const struct desk_option *b) {
  bool peng = w->self->reading == READING_PENG;
  if (a->process == b->process)
    return 3;
  if (a->offer->part != b->offer->part)
    return peng && !sends(w, a) && !sends(w, b) ? 0 : 2;
  return 1;
}

/* Was the second step executable in frame 0 already? */
static bool was_there(const struct work *w, const struct desk_option *b,
                      size_t first_count) {
  const struct move *mo = &b->list->at[b->move];
  for (size_t i = 0; i < first_count; i++) {
    const struct desk_option *o = &w->d->options.at[i];
    const struct move *there = &o->list->at[o->move];
    if (o->process == b->process && there->edge == mo->edge &&
        there->choice == mo->choice)
      return true;
  }
  return false;
}

/* Pairs that begin with one of the first options. */
static void pair_up(struct work *w, const struct desk_option *a,
                    size_t first_count) {
  struct desk *d = w->d;
  desk_push(d);
  desk_take(d, a);
  size_t from = d->options.len;
  for (process_id q = 0; q < d->processes; q++)
    desk_options(d, q);
  size_t to = d->options.len;
  for (size_t i = from; i < to; i++) {
    struct desk_option b = d->options.at[i];
    unsigned type = type_of(w, a, &b);
    if (!(w->types >> type & 1))
      continue;
    bool both = b.process != a->process && was_there(w, &b, first_count);
    if (both && b.process < a->process)
      continue; /* one leap, whichever comes first */
    if (w->self->reading == READING_PENG && type == 1 && !both && !sends(w, a))
      continue; /* Peng's pairs do not free room */
    desk_push(d);
    desk_take(d, &b);
    desk_leap(d, w->out);
    desk_pop(d);
  }
  d->options.len = from;
  desk_pop(d);
}

static void pass(struct work *w, unsigned types, size_t first_count) {
  w->types = types;
  for (size_t i = 0; i < first_count; i++) {
    struct desk_option a = w->d->options.at[i];
    pair_up(w, &a, first_count);
  }
}

static void leaps(void *self, const struct view *v, struct leaps *out) {
  enum { ONE = 1u << 1, TWO = 1u << 2, THREE = 1u << 3 };
  static const unsigned passes[][3] = {
      [READING_FULL] = {ONE | TWO | THREE},
      [READING_REFINED] = {ONE | TWO, THREE},
      [READING_PENG] = {ONE, TWO, THREE},
  };
  struct work w = {.self = self, .d = v->desk, .out = out};
  desk_begin(w.d, v);
  for (process_id p = 0; p < w.d->processes; p++)
    desk_view_options(w.d, v, p);
  size_t first_count = w.d->options.len;
  for (int i = 0; i < 3 && !out->ends.len; i++)
    pass(&w, passes[w.self->reading][i], first_count);
}

const struct strategy strategy_era = {
    .name = "era",
    .summary = "even: two steps at a time",
    .preserves = 1u << FINDING_DEADLOCK,
    .sound = true,
    .open = open_full,
    .leaps = leaps,
    .close = close_era,
};

const struct strategy strategy_era_refined = {
    .name = "era-refined",
    .summary = "as era with fewer pairs; misses deadlocks, kept for study",
    .preserves = 1u << FINDING_DEADLOCK,
    .sound = false,
    .open = open_refined,
    .leaps = leaps,
    .close = close_era,
};

const struct strategy strategy_era_peng = {
    .name = "era-peng",
    .summary = "as era, as first published; misses deadlocks, for study",
    .preserves = 1u << FINDING_DEADLOCK,
    .sound = false,
    .open = open_peng,
    .leaps = leaps,
    .close = close_era,
};
