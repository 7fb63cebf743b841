#include "sched/guarded.h"

#include <string.h>

#include "base/sound.h"
#include "base/stress.h"

enum { LINE = 16 };
/* Places at first, and by how much they become more. */
enum { FEW_PLACES = STRESSED(4, 64), MORE_PLACES = 4 };

/* Where nothing was noted yet, as if by this thread; NULL: there are too many. */
static struct guarded_place *place_of(struct guarded *g, uint64_t line,
                                      uint16_t thread) {
  unsigned i = (unsigned)(line * UINT64_C(0x9e3779b97f4a7c15) >> 40);
  struct guarded_place *p = &g->places[i & (g->places_cap - 1)];
  while (p->run == g->run && p->line != line)
    p = &g->places[++i & (g->places_cap - 1)];
  if (p->run == g->run)
    return p;
  if (++g->places_len > g->places_cap / 2)
    return NULL;
  *p = (struct guarded_place){
      .line = line, .run = g->run, .locks = UINT16_MAX, .thread = thread};
  return p;
}

/* An operation on an object, which writes all of it.  Whoever comes to its
 * memory plainly, before or after, may race with it. */
static bool object(struct guarded *g, const struct event *e) {
  uint32_t bytes = op_bytes(e->kind, e->object, e->size);
  uint64_t last = (e->object + bytes - 1) / LINE;
  for (uint64_t l = e->object / LINE; bytes && l <= last; l++) {
    struct guarded_place *p = place_of(g, l, e->thread);
    if (!p || p->plain)
      return false;
    p->object = true;
  }
  return true;
}

/* The number of a lock, or GUARDED_LOCKS: there are too many.  One that is used
 * as another kind of lock is another. */
static unsigned lock_number(struct guarded *g, const struct event *e) {
  unsigned i = 0;
  while (i < g->locks_len &&
         (g->locks[i] != e->object || g->sizes[i] != e->size))
    i++;
  if (i == g->locks_len && i < GUARDED_LOCKS) {
    g->locks[i] = e->object;
    g->sizes[i] = e->size;
    g->owner[i] = 0;
    g->locks_len++;
  }
  return i;
}

/* A lock that is given back by another than took it, or made anew, orders as
 * datarace.c says, and not as is said here. */
static bool lock(struct guarded *g, const struct event *e) {
  unsigned known = g->locks_len, i = lock_number(g, e);
  if (i == GUARDED_LOCKS || (i == known && !object(g, e)))
    return false;
  bool takes = e->kind == OP_LOCK || e->kind == OP_TRYLOCK;
  if (e->flags & EVENT_FAILED)
    return takes;
  if (takes && !g->owner[i]) {
    g->owner[i] = e->thread + 1;
    g->held[e->thread] |= (uint16_t)(1 << i);
    return true;
  }
  if (e->kind != OP_UNLOCK || g->owner[i] != e->thread + 1)
    return false;
  g->owner[i] = 0;
  g->held[e->thread] &= (uint16_t) ~(1 << i);
  return true;
}

static bool access(struct guarded *g, const struct event *e) {
  uint64_t line = e->object / LINE;
  if (!e->size || (e->object + e->size - 1) / LINE != line)
    return false;
  struct guarded_place *p = place_of(g, line, e->thread);
  if (!p)
    return false;
  p->locks &= g->held[e->thread];
  p->several |= p->thread != e->thread;
  p->plain |= (e->flags & EVENT_PLAIN) != 0;
  p->written |= OP_CHANGES(e->kind);
  return !(p->plain && p->object) &&
         (p->locks || !(p->several && p->plain && p->written));
}

/* All numbers of runs that are noted are of none. */
static void forget(struct guarded *g, unsigned places) {
  memset(g->places, 0, places * sizeof *g->places);
  g->places_cap = places;
  g->run = 0;
}

static bool look(struct guarded *g, const struct event *events, size_t count) {
  g->locks_len = g->places_len = g->threads = 0;
  if (!++g->run) { /* all were used */
    forget(g, g->places_cap);
    g->run = 1;
  }
  for (size_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    unsigned class_ = OP_CLASS(e->kind);
    if (e->flags & EVENT_PENDING)
      continue;
    unsigned other =
        e->kind == OP_CREATE ? (unsigned)e->value % THREADS_MAX : 0;
    unsigned last = e->thread > other ? e->thread : other;
    while (g->threads <= last)
      g->held[g->threads++] = 0;
    if (event_makes(e) || (class_ == CLASS_LOCK && !lock(g, e)) ||
        (class_ == CLASS_ACCESS && e->kind != OP_AWAIT && !access(g, e)) ||
        (class_ > CLASS_LOCK && !object(g, e)) ||
        (e->kind == OP_CREATE && g->held[other]))
      return false;
  }
  return true;
}

/* Whether there were too few places, and are more now. */
static bool widen(struct guarded *g) {
  bool full = g->places_len > g->places_cap / 2;
  if (!full || g->places_cap == GUARDED_PLACES)
    return false;
  forget(g, g->places_cap * MORE_PLACES);
  return true;
}

bool guarded_run(struct guarded *g, const struct event *events, size_t count) {
  EXPECTS(events || !count);
  if (!g->places_cap)
    forget(g, FEW_PLACES);
  bool known;
  do
    known = look(g, events, count);
  while (!known && widen(g));
  return known;
}
