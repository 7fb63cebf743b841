#include "sched/waits.h"

#include <string.h>

#include "base/sound.h"

/* --- who holds what a thread waits for ---------------------------------- */

/* Who holds the object of `wanted`, by the events of the run. */
static void find_holders(struct waits *w, const struct event *events,
                         size_t count, const struct event *wanted) {
  uint32_t depth[THREADS_MAX] = {0}, by[THREADS_MAX];
  unsigned t = wanted->thread % THREADS_MAX;
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
      threads_add(THREADS_ALL, &w->on_whom[t], who);
      w->since[t] = by[who];
    }
  if (threads_any(THREADS_ALL, &w->on_whom[t]))
    threads_add(THREADS_ALL, &w->known, t);
}

/* Threads that wait for a signal that has not come. */
static struct threads unsignalled(const struct event *events, size_t count,
                                  uint32_t since[THREADS_MAX]) {
  struct threads set = threads_none(), freed;
  for (size_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    unsigned who = e->thread % THREADS_MAX;
    if (e->flags & EVENT_PENDING)
      continue;
    if (e->kind == OP_WAIT) {
      threads_add(THREADS_ALL, &set, who);
      since[who] = (uint32_t)i;
    } else if (e->kind == OP_SIGNAL || e->kind == OP_BROADCAST) {
      threads_subtract(event_freed_set(e, &freed), &set, &freed);
    } else if (e->kind == OP_WAKE) {
      threads_remove(THREADS_ALL, &set, who);
    }
  }
  return set;
}

struct threads waits_asleep(const struct event *events, size_t count) {
  uint32_t since[THREADS_MAX];
  return unsignalled(events, count, since);
}

/* --- circles ------------------------------------------------------------ */

/* Breadth first, so the first that comes back is a shortest. */
struct threads waits_circle(const struct waits *w, unsigned start) {
  EXPECTS(start < THREADS_MAX);
  uint16_t from[THREADS_MAX], queue[THREADS_MAX];
  unsigned head = 0, tail = 0;
  struct threads seen = threads_one(start);
  queue[tail++] = (uint16_t)start;
  while (head < tail) {
    unsigned t = queue[head++];
    if (threads_has(THREADS_ALL, &w->on_whom[t], start)) {
      struct threads set = threads_one(start);
      for (; t != start; t = from[t])
        threads_add(THREADS_ALL, &set, t);
      return set;
    }
    struct threads next = threads_both(&w->on_whom[t], &w->known);
    threads_subtract(THREADS_ALL, &next, &seen);
    threads_unite(THREADS_ALL, &seen, &next);
    threads_each(THREADS_ALL, &next, u) {
      from[u] = (uint16_t)t;
      queue[tail++] = (uint16_t)u;
    }
  }
  return threads_none();
}

static void find_circle(struct waits *w) {
  uint32_t size = UINT32_MAX;
  threads_each(THREADS_ALL, &w->known, t) {
    struct threads set = waits_circle(w, (unsigned)t);
    uint32_t n = threads_count(THREADS_ALL, &set);
    if (n && n < size) {
      w->circle = set;
      size = n;
    }
  }
}

void waits_compute(struct waits *w, const struct event *events, size_t count) {
  w->waiting = w->known = w->circle = threads_none();
  memset(w->since, 255, sizeof w->since);
  struct threads asleep = unsignalled(events, count, w->since);
  for (unsigned t = 0; t < THREADS_MAX; t++)
    if (!threads_has(THREADS_ALL, &asleep, t))
      w->since[t] = WAITS_UNKNOWN;
  for (size_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    if (!(e->flags & EVENT_PENDING) || e->flags & EVENT_READY ||
        e->thread >= THREADS_MAX || e->kind == OP_STOPPED ||
        event_is_aside(e))
      continue;
    unsigned t = e->thread;
    threads_add(THREADS_ALL, &w->waiting, t);
    w->pending[t] = (uint32_t)i;
    w->on_whom[t] = threads_none();
    if (e->kind == OP_JOIN) {
      w->on_whom[t] = threads_one((unsigned)e->object % THREADS_MAX);
      threads_add(THREADS_ALL, &w->known, t);
    } else if (!threads_has(THREADS_ALL, &asleep, t) &&
               (OP_CLASS(e->kind) == CLASS_LOCK ||
                OP_CLASS(e->kind) == CLASS_RWLOCK)) {
      find_holders(w, events, count, e);
    }
  }
  find_circle(w);
}
