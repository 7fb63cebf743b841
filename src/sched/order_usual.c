#include "sched/order_usual.h"

#include <string.h>

#include "base/sound.h"
#include "sched/order_turns.h"

#define ALWAYS static inline __attribute__((always_inline))

/* Kinds of operations that are on one object alone, and set nobody free. */
#define ROW(name, text, class_, changes, waits)                                \
  | (uint64_t)((CLASS_##class_ == CLASS_ACCESS && !(waits)) ||                 \
               CLASS_##class_ == CLASS_LOCK || CLASS_##class_ == CLASS_SEM ||  \
               CLASS_##class_ == CLASS_PORT || CLASS_##class_ == CLASS_STREAM) \
          << OP_##name
static const uint64_t usual_kinds = 0 OPS(ROW);
#undef ROW
_Static_assert(OP_COUNT <= 64, "a bit for each kind");

enum { UNUSUAL = EVENT_SILENT | EVENT_PENDING | EVENT_ENDS | EVENT_WOKEN };

/* What most steps are: on one object, in one cell, that no property sees, and
 * nothing is told of them. */
ALWAYS bool is_usual(const struct order_work *k, const struct event *e) {
  return usual_kinds >> e->kind & 1 && !(e->flags & UNUSUAL) &&
         !(e->object & (SEEN_MARK | LABEL_BIT)) &&
         !(k->tried[e->thread] & TRIED_LOOKS) &&
         (OP_CLASS(e->kind) != CLASS_ACCESS ||
          (e->object & (ORDER_LINE - 1)) + e->size - 1 < ORDER_LINE);
}

/* What is kept at hand while events are taken; the rest of it is in *k. */
struct hand {
  struct order_mark *mark;
  uint32_t *undo, *undo_from;
};

ALWAYS uint32_t *now_of(const struct order_work *k, uint64_t thread,
                        const uint32_t width) {
  return k->now + thread * width;
}

/* As order_mark and order_log. */
ALWAYS void mark(const struct order_work *k, struct hand *h) {
  *h->mark++ = (struct order_mark){(uint32_t)k->links.len,
                                   (uint32_t)(h->undo - h->undo_from),
                                   (uint32_t)k->own.races.len, k->own.executed};
}
ALWAYS void log_clock(struct hand *h, uint32_t thread, const uint32_t *now,
                      const uint32_t width) {
  h->undo[0] = thread;
  clocks_copy(h->undo + 1, now, width);
  h->undo += width + 1;
}

/* A thread that is made has the past of who makes it, and who joins it has its.
 * Others are for order.c. */
ALWAYS bool take_silent(struct order_work *k, struct hand *h,
                        const struct event *e, const uint32_t width) {
  if (e->flags & EVENT_PENDING)
    return false;
  if (e->kind == OP_START || e->kind == OP_EXIT)
    return true;
  if ((e->kind != OP_CREATE && e->kind != OP_JOIN) || e->value >= width)
    return false;
  uint32_t *now = now_of(k, e->thread, width),
           *other = now_of(k, e->value, width);
  if (e->kind == OP_CREATE) {
    log_clock(h, (uint32_t)e->value, other, width);
    clocks_copy(other, now, width);
  } else {
    log_clock(h, e->thread, now, width);
    clocks_join(now, other, width);
  }
  return true;
}

/* The process ends, and everything that was done comes before that anyway. */
ALWAYS bool ends_all(const struct order_work *k, const struct event *e,
                     const uint32_t width) {
  if (e->kind != OP_QUIT || e->flags & UNUSUAL ||
      e->object & (SEEN_MARK | LABEL_BIT))
    return false;
  const uint32_t *now = now_of(k, e->thread, width);
  for (uint32_t t = 0; t < width; t++)
    if (now[t] < now_of(k, t, width)[t])
      return false;
  return true;
}

/* A LOCK races with the latest step before which the mutex was free, or with
 * all of them; the newest has all the others before it. */
ALWAYS void scan_lock(struct order_work *k, const struct order_link *links,
                      uint32_t l, uint32_t s, uint32_t *now,
                      const uint32_t width) {
  struct order *o = &k->own;
  uint32_t newest = l;
  for (; l; l = links[l - 1].prev) {
    uint32_t f = links[l - 1].step;
    if (now[links[l - 1].thread] > f)
      break;
    if (lock_passes_before(&o->steps.at[f])) {
      order_add_race(o, f, s);
      if (!k->every)
        break;
    }
  }
  if (newest)
    clocks_join(now, o->clocks.at + (size_t)links[newest - 1].step * width,
                width);
}

/* As scan_free in order.c, of a link that comes before. */
ALWAYS void scan_links(struct order_work *k, const struct order_link *links,
                       uint32_t l, const struct event *e, uint32_t s,
                       uint32_t *now, const uint32_t width) {
  struct order *o = &k->own;
  const bool access = OP_CLASS(e->kind) == CLASS_ACCESS;
  const bool changes = OP_CHANGES(e->kind);
  const uint64_t from = e->object, size = e->size;
  while (l) {
    const struct order_link *f = &links[l - 1];
    if (!changes && !f->changes) {
      l = f->write;
      continue;
    }
    l = f->prev;
    bool covers = !access || (f->object == from && f->size == size);
    if (!covers) {
      if (!(f->object < from + size && from < f->object + f->size) &&
          !(f->several &&
            order_overlaps_further(o, f->step, from, (uint32_t)size)))
        continue;
      covers = f->object <= from && f->object + f->size >= from + size;
    }
    if (now[f->thread] <= f->step) {
      order_add_race(o, f->step, s);
      clocks_join(now, o->clocks.at + (size_t)f->step * width, width);
    }
    if (f->changes && covers)
      return;
  }
}

ALWAYS void add_step(struct order *o, uint32_t s, const struct event *e,
                     size_t index) {
  o->steps.at[s] = (struct step){.object = e->object,
                                 .value = e->value,
                                 .size = e->size,
                                 .event = (uint32_t)index,
                                 .thread = e->thread,
                                 .kind = e->kind,
                                 .flags = e->flags,
                                 .alt = e->alt,
                                 .alts = e->alts};
  o->steps.len = o->executed = s + 1;
  o->choices |= e->alts > 1;
}

/* A step of a usual kind, behind those that are there. */
ALWAYS void take_step(struct order_work *k, const struct event *e, uint32_t s,
                      uint32_t *now, const uint32_t width) {
  const unsigned class_ = OP_CLASS(e->kind);
  const uint32_t cell = order_cell_of(
      k, class_, class_ == CLASS_ACCESS ? e->object / ORDER_LINE : e->object);
  struct order_link *links = k->links.at;
  const uint32_t own = (uint32_t)k->links.len + 1, prev = k->heads.at[cell];
  const bool changes = OP_CHANGES(e->kind);
  if (e->kind == OP_LOCK)
    scan_lock(k, links, prev, s, now, width);
  else if (OP_WAITS(e->kind))
    order_scan_waiting(k, cell, s, now, now);
  else
    scan_links(k, links, prev, e, s, now, width);
  if (!prev)
    vec_push(&k->touched, cell);
  links[own - 1] = (struct order_link){.step = s,
                                       .prev = prev,
                                       .write = changes ? own
                                                : prev  ? links[prev - 1].write
                                                        : 0,
                                       .cell = cell,
                                       .object = e->object,
                                       .size = e->size,
                                       .thread = e->thread,
                                       .changes = changes};
  k->links.len = own;
  k->heads.at[cell] = own;
}

/* The clocks of a run with up to four threads are one register each. */
ALWAYS size_t take(struct order_work *k, const struct event *events, size_t i,
                   size_t count, const uint32_t width) {
  struct order *o = &k->own;
  vec_reserve(&k->links, k->links.len + (count - i));
  struct hand h = {k->marks.at + k->marks.len, k->undo.at + k->undo.len,
                   k->undo.at};
  for (; i < count && !k->everything; i++) {
    const struct event *e = &events[i];
    if (e->thread >= width)
      break;
    if (e->flags & EVENT_SILENT) {
      mark(k, &h);
      if (take_silent(k, &h, e, width))
        continue;
      h.mark--;
      break;
    }
    const bool usual = is_usual(k, e);
    if (!usual && !ends_all(k, e, width))
      break;
    const uint32_t s = o->executed;
    uint32_t *now = now_of(k, e->thread, width);
    mark(k, &h);
    log_clock(&h, e->thread, now, width);
    add_step(o, s, e, i);
    if (usual)
      take_step(k, e, s, now, width);
    else
      k->everything = true, k->everything_from = s;
    clocks_stamp(now, o->clocks.at + (size_t)s * width, width, e->thread,
                 s + 1);
  }
  k->marks.len = (size_t)(h.mark - k->marks.at);
  k->undo.len = (size_t)(h.undo - k->undo.at);
  o->clocks.len = (size_t)o->executed * width;
  return i;
}

size_t order_take_usual(struct order_work *k, const struct event *events,
                        size_t i, size_t count) {
  EXPECTS(k->o == &k->own && !k->everything && i <= count);
  return k->width == 4 ? take(k, events, i, count, 4)
                       : take(k, events, i, count, k->width);
}
