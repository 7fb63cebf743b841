#include "sched/order_readers.h"

#include <string.h>

#include "base/sound.h"
#include "sched/order_turns.h"

/* Whether a step is there when f and the steps of `left_out` are left out:
 * it came before f, or happens after none of them. */
static bool stays(const struct order *o, uint32_t step, uint32_t f,
                  const uint32_t *left_out, size_t count) {
  if (step < f)
    return true;
  for (size_t i = 0; i < count; i++)
    if (order_after(o, left_out[i], step))
      return false;
  return true;
}

/* The step by which the reader that came by h leaves, or UINT32_MAX; a thread
 * may read twice at once, and leaves as often as it came. */
static uint32_t leaves_by(const struct order *o, const uint32_t *readers,
                          size_t count, uint32_t h) {
  EXPECTS(h < o->steps.len);
  unsigned depth = 0;
  for (size_t i = 0; i < count; i++) {
    const struct step *s = &o->steps.at[readers[i]];
    if (readers[i] < h || s->thread != o->steps.at[h].thread)
      continue;
    if (s->kind == OP_RDLOCK)
      depth++;
    else if (s->kind == OP_RDUNLOCK && --depth == 0)
      return readers[i];
  }
  return UINT32_MAX;
}

/* Whether somebody who read before the oldest of `readers` (who came by trying,
 * or before that) does not leave when the steps of `out` are left out. */
static bool elders_stay(const struct order *o, const uint32_t *readers,
                        size_t count, uint32_t f, const uint32_t *out,
                        size_t n) {
  EXPECTS(count);
  uint8_t depth[THREADS_MAX];
  memset(depth, 0, o->width);
  uint32_t elders = (uint32_t)o->steps.at[readers[0]].value;
  for (size_t i = 0; elders && i < count; i++) {
    const struct step *s = &o->steps.at[readers[i]];
    if (s->kind == OP_RDLOCK)
      depth[s->thread]++;
    else if (s->kind == OP_RDUNLOCK && depth[s->thread])
      depth[s->thread]--;
    else if (s->kind == OP_RDUNLOCK && stays(o, readers[i], f, out, n))
      elders--;
  }
  return elders;
}

/* Readers that must be left out together with f, so that nobody reads when
 * the writer comes; their number, or 0 when that cannot be.  `readers` are
 * steps since the last writer, the oldest first. */
static size_t keep_out(const struct order *o, const uint32_t *readers,
                       size_t count, uint32_t f, const uint32_t *past,
                       uint32_t out[THREADS_MAX]) {
  size_t n = 1;
  out[0] = f;
  for (size_t i = 0; i < count; i++) {
    uint32_t h = readers[i];
    if (o->steps.at[h].kind != OP_RDLOCK || !stays(o, h, f, out, n))
      continue;
    uint32_t leave = leaves_by(o, readers, count, h);
    if (leave != UINT32_MAX && stays(o, leave, f, out, n))
      continue;
    if (h < f || past[o->steps.at[h].thread] > h || n == THREADS_MAX)
      return 0;
    out[n++] = h;
    i = (size_t)-1; /* what is left out may keep others in */
  }
  return elders_stay(o, readers, count, f, out, n) ? 0 : n;
}

static void add_races(struct order *o, const uint32_t *out, size_t count,
                      uint32_t second) {
  EXPECTS(count && out[0] < second && second < o->steps.len);
  struct race r = {out[0], second, 0};
  if (count > 1) {
    if (!o->more.len)
      vec_push(&o->more, 0);
    r.more = (uint32_t)o->more.len;
    for (size_t i = 1; i < count; i++)
      vec_push(&o->more, out[i]);
    vec_push(&o->more, UINT32_MAX);
  }
  vec_push(&o->races, r);
}

bool order_scan_readers(struct order_work *k, uint32_t *link, uint32_t s,
                        const uint32_t *past, uint32_t *clock) {
  enum { MOST = 256 };
  struct order *o = k->o;
  uint32_t readers[MOST], out[THREADS_MAX];
  size_t n = MOST, races = o->races.len;
  bool writes = OP_CHANGES(o->steps.at[s].kind);
  for (; *link; *link = k->links.at[*link - 1].prev) {
    uint32_t f = k->links.at[*link - 1].step;
    bool changes = OP_CHANGES(o->steps.at[f].kind);
    if (clock && (changes || writes))
      clocks_join(clock, order_clock(o, f), o->width);
    if (changes)
      break;
    if (n)
      readers[--n] = f;
  }
  for (size_t i = n; writes && i < MOST; i++) {
    uint32_t f = readers[i];
    if (o->steps.at[f].kind != OP_RDLOCK || past[o->steps.at[f].thread] > f)
      continue;
    size_t count = keep_out(o, readers + n, MOST - n, f, past, out);
    if (count)
      add_races(o, out, count, s);
  }
  return o->races.len > races;
}
