#include "story/past.h"

#include "base/hash.h"
#include "base/sound.h"

/* Of an access of a megabyte the beginning is looked at. */
enum { BYTES = 512 };

static uint64_t bytes(const struct event *e, uint64_t *first) {
  *first = e->object;
  return !e->size ? 1 : e->size < BYTES ? e->size : BYTES;
}

static uint64_t of_thread(uint64_t byte, unsigned thread) {
  EXPECTS(thread < THREADS_MAX);
  return hash_pair(byte, thread + 1);
}

static uint64_t of_object(const struct event *e) {
  return hash_pair(OP_CLASS(e->kind), e->object);
}

static uint64_t of_readers(const struct event *e) {
  return hash_pair(OP_CLASS(e->kind) + 256, e->object);
}

static uint32_t find(const struct map *m, uint64_t key) {
  const uint64_t *slot = map_get(m, key);
  return slot ? (uint32_t)*slot : 0;
}

static bool overlap(const struct event *a, const struct event *b) {
  return a->object < b->object + b->size && b->object < a->object + a->size;
}

/* --- locks -------------------------------------------------------------- */

static bool holds(const struct past_hold *h, const struct event *e) {
  return h->class_ == OP_CLASS(e->kind) && h->object == e->object;
}

static void release(struct past *p, const struct event *e) {
  for (size_t i = p->holds.len; i-- > 0;)
    if (holds(&p->holds.at[i], e) && p->holds.at[i].thread == e->thread) {
      for (; i + 1 < p->holds.len; i++)
        p->holds.at[i] = p->holds.at[i + 1];
      p->holds.len--;
      return;
    }
}

static void note_lock(struct past *p, const struct event *e, uint32_t event) {
  EXPECTS(e->thread < THREADS_MAX);
  if (event_takes(e)) {
    struct past_hold h = {e->thread, OP_CLASS(e->kind),
                          e->kind == OP_RDLOCK || e->kind == OP_TRYRDLOCK,
                          e->object, event};
    vec_push(&p->holds, h);
  }
  if (event_gives_back(e))
    release(p, e);
  /* A reader that gives a lock back lets no other reader go on. */
  if (e->kind == OP_RDUNLOCK)
    map_put(&p->passed, of_readers(e), event);
  else if (event_gives_back(e) || e->kind == OP_SEND ||
           e->kind == OP_STREAM_WRITE || e->kind == OP_STREAM_CLOSE ||
           (e->kind == OP_SEM_V && !(e->flags & EVENT_FAILED)))
    map_put(&p->passed, of_object(e), event);
}

uint32_t past_holder(const struct past *p, const struct event *e) {
  uint32_t by = 0;
  for (size_t i = 0; i < p->holds.len; i++)
    if (holds(&p->holds.at[i], e) &&
        (!by || p->holds.at[i].thread != e->thread))
      by = p->holds.at[i].event;
  return by;
}

uint32_t past_passed(const struct past *p, const struct event *e) {
  uint32_t by = find(&p->passed, of_object(e));
  uint32_t reader = e->kind == OP_WRLOCK || e->kind == OP_TRYWRLOCK
                        ? find(&p->passed, of_readers(e))
                        : 0;
  return by > reader ? by : reader;
}

/* --- memory ------------------------------------------------------------- */

static void note_access(struct past *p, const struct event *e, uint32_t event) {
  EXPECTS(e->thread < THREADS_MAX);
  uint64_t first, count = bytes(e, &first);
  bool failed = e->kind == OP_CAS && e->flags & EVENT_FAILED;
  bool reads = e->kind != OP_WRITE && e->kind != OP_FREE;
  for (uint64_t b = first; b < first + count; b++) {
    if (OP_CHANGES(e->kind) && !failed && e->kind != OP_FREE)
      map_put(&p->wrote, b, event);
    if (e->kind == OP_FREE)
      map_put(&p->freed, b, event);
    if (reads)
      map_put(&p->read, of_thread(b, e->thread), event);
  }
}

/* The latest of the events found for the bytes of e. */
static uint32_t latest(const struct past *p, const struct map *m,
                       const struct event *e, unsigned thread) {
  uint64_t first, count = bytes(e, &first);
  uint32_t best = 0;
  for (uint64_t b = first; b < first + count; b++) {
    uint32_t k = find(m, thread < THREADS_MAX ? of_thread(b, thread) : b);
    if (k > best && overlap(&p->events[k - 1], e))
      best = k;
  }
  return best;
}

uint32_t past_writer(const struct past *p, const struct event *e) {
  return latest(p, &p->wrote, e, THREADS_MAX);
}

uint32_t past_reader(const struct past *p, const struct event *e,
                     unsigned thread) {
  return latest(p, &p->read, e, thread);
}

uint32_t past_free(const struct past *p, const struct event *e) {
  return latest(p, &p->freed, e, THREADS_MAX);
}

/* --- threads ------------------------------------------------------------ */

static void note_wake(struct past *p, const struct event *e, uint32_t event) {
  struct threads set;
  unsigned words = event_freed_set(e, &set);
  threads_each(words, &set, t) {
    p->waits[t] = 0;
    p->chosen[t] = event;
  }
}

static void note_threads(struct past *p, const struct event *e,
                         uint32_t event) {
  EXPECTS(e->thread < THREADS_MAX);
  unsigned thread = e->thread % THREADS_MAX;
  switch (e->kind) {
  case OP_CREATE:
    p->created[e->value % THREADS_MAX] = event;
    break;
  case OP_EXIT:
    p->ended[thread] = event;
    break;
  case OP_WAIT:
    p->waits[thread] = event;
    break;
  case OP_WAKE:
    p->waits[thread] = 0;
    break;
  case OP_SIGNAL:
  case OP_BROADCAST:
  case OP_ARRIVE:
    note_wake(p, e, event);
    break;
  }
}

void past_add(struct past *p, const struct event *events, uint32_t i) {
  EXPECTS(events != NULL);
  const struct event *e = &events[i];
  p->events = events;
  if (e->flags & EVENT_PENDING)
    return;
  if (OP_CLASS(e->kind) == CLASS_ACCESS)
    note_access(p, e, i + 1);
  else if (OP_CLASS(e->kind) >= CLASS_LOCK)
    note_lock(p, e, i + 1);
  note_threads(p, e, i + 1);
  if (e->kind != OP_START && e->kind != OP_EXIT && e->kind != OP_NOTE &&
      e->kind != OP_REMARK && !event_is_part(e))
    p->last[e->thread % THREADS_MAX] = i + 1;
}

void past_free_all(struct past *p) {
  map_free(&p->wrote);
  map_free(&p->read);
  map_free(&p->freed);
  map_free(&p->passed);
  vec_free(&p->holds);
  *p = (struct past){0};
}
