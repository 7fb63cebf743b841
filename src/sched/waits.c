#include "sched/waits.h"

#include <string.h>

#include "base/sound.h"

#define BIT(t) ((uint64_t)1 << (t) % THREADS_MAX)

/* --- who holds what a thread waits for ---------------------------------- */

/* Who holds the object of `wanted`, by the events of the run. */
static void find_holders(struct waits *w, const struct event *events,
                         size_t count, const struct event *wanted) {
  uint32_t depth[THREADS_MAX] = {0}, by[THREADS_MAX];
  unsigned t = wanted->thread;
  for (size_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    if (e->flags & EVENT_PENDING || e->object != wanted->object ||
        OP_CLASS(e->kind) != OP_CLASS(wanted->kind))
      continue;
    unsigned who = e->thread % THREADS_MAX;
    if (event_takes(e)) {
      by[who] = (uint32_t)i;
      depth[who]++;
    } else if (event_gives_back(e)) {
      if (depth[who])
        depth[who]--;
      else /* somebody else's */
        memset(depth, 0, sizeof depth);
    }
  }
  for (unsigned who = 0; who < THREADS_MAX; who++)
    if (depth[who]) {
      w->on_whom[t] |= BIT(who);
      w->since[t] = by[who];
    }
  if (w->on_whom[t])
    w->known |= BIT(t);
}

/* Threads that wait for a signal that has not come. */
static uint64_t unsignalled(const struct event *events, size_t count,
                            uint32_t since[THREADS_MAX]) {
  uint64_t set = 0;
  for (size_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    if (e->flags & EVENT_PENDING)
      continue;
    if (e->kind == OP_WAIT) {
      set |= BIT(e->thread);
      since[e->thread % THREADS_MAX] = (uint32_t)i;
    } else if (e->kind == OP_SIGNAL && e->value) {
      set &= ~BIT(e->value - 1);
    } else if (e->kind == OP_BROADCAST) {
      set &= ~e->value;
    } else if (e->kind == OP_WAKE) {
      set &= ~BIT(e->thread);
    }
  }
  return set;
}

uint64_t waits_asleep(const struct event *events, size_t count) {
  uint32_t since[THREADS_MAX];
  return unsignalled(events, count, since);
}

/* --- circles ------------------------------------------------------------ */

/* Breadth first, so the first that comes back is a shortest. */
uint64_t waits_circle(const struct waits *w, unsigned start) {
  EXPECTS(start < THREADS_MAX);
  uint8_t from[THREADS_MAX], queue[THREADS_MAX];
  unsigned head = 0, tail = 0;
  uint64_t seen = 0;
  queue[tail++] = (uint8_t)start;
  while (head < tail) {
    unsigned t = queue[head++];
    if (w->on_whom[t] & BIT(start)) {
      uint64_t set = BIT(start);
      for (; t != start; t = from[t])
        set |= BIT(t);
      return set;
    }
    uint64_t next = w->on_whom[t] & w->known & ~seen & ~BIT(start);
    for (; next; next &= next - 1) {
      unsigned u = (unsigned)__builtin_ctzll(next);
      seen |= BIT(u);
      from[u] = (uint8_t)t;
      queue[tail++] = (uint8_t)u;
    }
  }
  return 0;
}

static void find_circle(struct waits *w) {
  for (uint64_t rest = w->known; rest; rest &= rest - 1) {
    uint64_t set = waits_circle(w, (unsigned)__builtin_ctzll(rest));
    if (set && (!w->circle || __builtin_popcountll(set) <
                                  __builtin_popcountll(w->circle)))
      w->circle = set;
  }
}

void waits_compute(struct waits *w, const struct event *events, size_t count) {
  *w = (struct waits){0};
  memset(w->since, 255, sizeof w->since);
  uint64_t asleep = unsignalled(events, count, w->since);
  for (unsigned t = 0; t < THREADS_MAX; t++)
    if (!(asleep >> t & 1))
      w->since[t] = WAITS_UNKNOWN;
  for (size_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    if (!(e->flags & EVENT_PENDING) || e->flags & EVENT_READY ||
        e->thread >= THREADS_MAX || e->kind == OP_STOPPED ||
        event_is_aside(e))
      continue;
    unsigned t = e->thread;
    w->waiting |= BIT(t);
    w->pending[t] = (uint32_t)i;
    if (e->kind == OP_JOIN) {
      w->on_whom[t] = BIT(e->object);
      w->known |= BIT(t);
    } else if (!(asleep & BIT(t)) && (OP_CLASS(e->kind) == CLASS_LOCK ||
                                      OP_CLASS(e->kind) == CLASS_RWLOCK)) {
      find_holders(w, events, count, e);
    }
  }
  find_circle(w);
}
