/* fra: generalized fair reachability analysis for multi-cyclic protocols
 * (N 3.2.1.6, after van der Schoot and Ural 1995).
 *
 * All channels of a ring keep the same length.  A leap is a ring tuple: every
 * process of a ring sends on its channel of the ring, or every one receives;
 * or a pair: a send and a reception on one channel, of which the second may
 * only become executable by the first.  Every state with empty channels that
 * can be reached at all is reached so: deadlocks are preserved, other
 * blocking states are not. */
#include "explore/cfsm.h"
#include "explore/desk.h"
#include "explore/explore.h"

struct fra {
  const struct model *m;
  struct rings rings;
};

static void *open_fra(const struct model *m, unsigned find, struct text *why) {
  (void)find;
  struct fra *f = alloc_zero(1, sizeof *f);
  f->m = m;
  if (cfsm_is(m, false, why) && cfsm_rings(m, &f->rings, why))
    return f;
  free(f);
  return NULL;
}

static void close_fra(void *self) {
  struct fra *f = self;
  cfsm_rings_free(&f->rings);
  free(f);
}

/* The executable sends, or receptions, of the top frame on a channel are
 * appended to options. */
static void add(const struct fra *f, struct desk *d, object_id channel,
                bool sends) {
  const struct object *c = &f->m->objects[channel];
  process_id p = sends ? c->from : c->to;
  part_id part = d->mover->parts->of_object[channel];
  size_t from = d->options.len, kept = from;
  desk_options(d, p);
  for (size_t i = from; i < d->options.len; i++)
    if (d->options.at[i].offer->part == part)
      d->options.at[kept++] = d->options.at[i];
  d->options.len = kept;
}

/* From the k-th channel of the ring on, one step for each. */
static void tuples(const struct fra *f, struct desk *d, const struct ring *ring,
                   size_t k, bool sends, struct leaps *out) {
  if (k == ring->channels.len) {
    desk_leap(d, out);
    return;
  }
  size_t from = d->options.len;
  add(f, d, ring->channels.at[k], sends);
  size_t to = d->options.len;
  for (size_t i = from; i < to; i++) {
    struct desk_option o = d->options.at[i];
    desk_push(d);
    desk_take(d, &o);
    tuples(f, d, ring, k + 1, sends, out);
    desk_pop(d);
  }
  d->options.len = from;
}

/* First one end of the channel, then the other. */
static void pairs(const struct fra *f, struct desk *d, object_id channel,
                  bool sends_first, struct leaps *out) {
  size_t from = d->options.len;
  add(f, d, channel, sends_first);
  size_t to = d->options.len;
  for (size_t i = from; i < to; i++) {
    struct desk_option o = d->options.at[i];
    desk_push(d);
    desk_take(d, &o);
    size_t second = d->options.len;
    add(f, d, channel, !sends_first);
    size_t end = d->options.len;
    for (size_t k = second; k < end; k++) {
      desk_push(d);
      desk_take(d, &d->options.at[k]);
      desk_leap(d, out);
      desk_pop(d);
    }
    d->options.len = second;
    desk_pop(d);
  }
  d->options.len = from;
}

static void leaps(void *self, const struct view *v, struct leaps *out) {
  const struct fra *f = self;
  struct desk *d = v->desk;
  desk_begin(d, v);
  vec_each(&f->rings.at, ring) {
    tuples(f, d, ring, 0, true, out);
    tuples(f, d, ring, 0, false, out);
    vec_each(&ring->channels, c) {
      size_t before = out->ends.len;
      pairs(f, d, *c, true, out);
      /* Without room the reception comes first; with room that would lead
       * to the same states. */
      if (out->ends.len == before)
        pairs(f, d, *c, false, out);
    }
  }
}

const struct strategy strategy_fra = {
    .name = "fra",
    .summary = "fair: the channels of a ring keep the same length",
    .preserves = 1u << FINDING_DEADLOCK,
    .sound = true,
    .open = open_fra,
    .leaps = leaps,
    .close = close_fra,
};
