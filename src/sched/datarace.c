#include "sched/datarace.h"

#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/vec.h"

enum { LINE = 16, WIDTH = THREADS_MAX };

struct access { /* of one line; indexes + 1, or 0 */
  uint32_t event, prev;
  uint32_t write; /* the newest that is a write, this one included */
};

struct datarace {
  VEC(struct datarace_pair) pairs;
  struct map cells;   /* line -> newest access + 1 */
  struct map objects; /* (class, object) -> clock + 1 */
  VEC(struct access) accesses;
  VEC(uint32_t) clocks; /* of objects, WIDTH each */
  uint32_t now[THREADS_MAX][WIDTH];
  uint32_t woken_by[THREADS_MAX][WIDTH];
  const struct event *events;
  unsigned threads;
  bool (*give_up)(void *user);
  void *give_up_user;
};

struct datarace *datarace_new(void) {
  return alloc_zero(1, sizeof(struct datarace));
}

void datarace_ask(struct datarace *d, bool (*give_up)(void *user), void *user) {
  d->give_up = give_up;
  d->give_up_user = user;
}

void datarace_free(struct datarace *d) {
  if (!d)
    return;
  vec_free(&d->pairs);
  vec_free(&d->accesses);
  vec_free(&d->clocks);
  map_free(&d->cells);
  map_free(&d->objects);
  free(d);
}

static void join(const struct datarace *d, uint32_t *into,
                 const uint32_t *from) {
  for (unsigned t = 0; t < d->threads; t++)
    into[t] = into[t] > from[t] ? into[t] : from[t];
}

static uint32_t *object_clock(struct datarace *d, unsigned class_,
                              uint64_t object) {
  bool added;
  uint64_t *at = map_at(&d->objects, object * 16 + class_, &added);
  if (added) {
    *at = d->clocks.len;
    vec_resize(&d->clocks, d->clocks.len + WIDTH);
    memset(d->clocks.at + *at, 0, WIDTH * sizeof(uint32_t));
  }
  return d->clocks.at + *at;
}

static bool overlap(const struct event *a, const struct event *b) {
  return a->object < b->object + b->size && b->object < a->object + a->size;
}

static bool covers(const struct event *a, const struct event *b) {
  return a->object <= b->object && a->object + a->size >= b->object + b->size;
}

/* The next that may race with an access: a read does with writes only. */
static uint32_t rival(const struct datarace *d, uint32_t l, bool changes) {
  return !l || changes ? l : d->accesses.at[l - 1].write;
}

/* Races of access i on one line; newest first, up to a write of all of it:
 * what races with that write too was reported there. */
static void scan_line(struct datarace *d, uint32_t i, uint64_t line) {
  const struct event *e = &d->events[i];
  bool added;
  uint64_t *head = map_at(&d->cells, line, &added);
  bool changes = OP_CHANGES(e->kind);
  for (uint32_t l = rival(d, (uint32_t)*head, changes); l;
       l = rival(d, d->accesses.at[l - 1].prev, changes)) {
    uint32_t j = d->accesses.at[l - 1].event;
    const struct event *f = &d->events[j];
    bool writes = OP_CHANGES(f->kind);
    if (!(writes || changes) || !overlap(e, f))
      continue;
    if (f->thread != e->thread && ((e->flags | f->flags) & EVENT_PLAIN) &&
        d->now[e->thread][f->thread] <= j) {
      struct datarace_pair p = {j, i};
      vec_push(&d->pairs, p);
    }
    if (writes && covers(f, e))
      break;
  }
  struct access a = {i, (uint32_t)*head, 0};
  a.write = changes ? (uint32_t)d->accesses.len + 1
                    : rival(d, (uint32_t)*head, false);
  vec_push(&d->accesses, a);
  *head = d->accesses.len;
}

static void access(struct datarace *d, uint32_t i) {
  const struct event *e = &d->events[i];
  uint32_t *now = d->now[e->thread];
  uint64_t last = (e->object + (e->size ? e->size - 1 : 0)) / LINE;
  for (uint64_t line = e->object / LINE; line <= last; line++)
    scan_line(d, i, line);
  if (e->flags & EVENT_PLAIN)
    return;
  uint32_t *clock = object_clock(d, CLASS_ACCESS, e->object);
  join(d, now, clock);
  now[e->thread] = i + 1;
  if (OP_CHANGES(e->kind))
    join(d, clock, now);
}

/* A reader is after the writers before it, a writer after everybody. */
static void read_or_write(struct datarace *d, const struct event *e) {
  uint32_t *now = d->now[e->thread];
  bool reader = e->kind == OP_RDLOCK || e->kind == OP_TRYRDLOCK;
  if (e->kind == OP_RW_INIT || e->kind == OP_RW_DESTROY)
    return;
  object_clock(d, CLASS_GLOBAL, e->object); /* may move the others */
  uint32_t *writers = object_clock(d, CLASS_RWLOCK, e->object);
  uint32_t *readers = object_clock(d, CLASS_GLOBAL, e->object);
  if (e->kind == OP_RWUNLOCK) {
    join(d, writers, now);
  } else if (e->kind == OP_RDUNLOCK) {
    join(d, readers, now);
  } else if (!(e->flags & EVENT_FAILED)) {
    join(d, now, writers);
    if (!reader)
      join(d, now, readers);
  }
}

/* Whether the operation takes: it is after everyone who gave to its object
 * before.  What failed has taken nothing (POSIX leaves it open whether memory is
 * synchronized then, so nobody may rely on it); but a LOCK that fails has
 * passed, and found done what another thread did.  Making an object, destroying
 * it and asking for its value are no synchronization. */
static bool acquires(const struct event *e) {
  switch (e->kind) {
  case OP_LOCK:
    return true;
  case OP_TRYLOCK:
  case OP_SEM_P:
  case OP_SEM_TRYP:
  case OP_RECEIVE:
  case OP_SEND: /* of a model: it may have waited for a place */
    return !(e->flags & EVENT_FAILED);
  default:
    return OP_CLASS(e->kind) == CLASS_GLOBAL;
  }
}

/* Whether it gives: who takes later is after it. */
static bool releases(const struct event *e) {
  switch (e->kind) {
  case OP_UNLOCK:
  case OP_SEM_V:
  case OP_SEND:
    return !(e->flags & EVENT_FAILED);
  default:
    return OP_CLASS(e->kind) == CLASS_GLOBAL;
  }
}

static void lock_or_message(struct datarace *d, const struct event *e) {
  uint32_t *now = d->now[e->thread];
  uint32_t *clock = object_clock(d, OP_CLASS(e->kind), e->object);
  if (acquires(e))
    join(d, now, clock);
  if (releases(e))
    join(d, clock, now);
}

/* The last to arrive: everyone goes on after everyone. */
static void arrive(struct datarace *d, const struct event *e) {
  uint32_t *clock = object_clock(d, CLASS_BARRIER, e->object);
  if (e->kind != OP_ARRIVE)
    return;
  join(d, clock, d->now[e->thread]);
  if (!e->value)
    return;
  for (unsigned t = 0; t < d->threads; t++)
    if (e->value >> t & 1 || t == e->thread)
      join(d, d->now[t], clock);
  memset(clock, 0, WIDTH * sizeof *clock);
}

/* Who is chosen goes on after the signal. */
static void signal(struct datarace *d, const struct event *e) {
  uint32_t *now = d->now[e->thread];
  uint64_t chosen = e->kind == OP_BROADCAST ? e->value
                    : e->kind == OP_SIGNAL && e->value
                        ? (uint64_t)1 << (e->value - 1) % THREADS_MAX
                        : 0;
  for (unsigned t = 0; t < d->threads; t++)
    if (chosen >> t & 1)
      memcpy(d->woken_by[t], now, sizeof d->woken_by[0]);
  if (e->kind == OP_WAKE && !(e->flags & EVENT_FAILED))
    join(d, now, d->woken_by[e->thread]);
}

static void synchronize(struct datarace *d, const struct event *e) {
  switch (OP_CLASS(e->kind)) {
  case CLASS_RWLOCK:
    read_or_write(d, e);
    break;
  case CLASS_BARRIER:
    arrive(d, e);
    break;
  case CLASS_COND:
    signal(d, e);
    break;
  default:
    lock_or_message(d, e);
  }
}

static void take_in(struct datarace *d, uint32_t i) {
  const struct event *e = &d->events[i];
  uint32_t *now = d->now[e->thread];
  unsigned other = (unsigned)e->value % THREADS_MAX;
  now[e->thread] = i + 1;
  if (e->flags & EVENT_WOKEN)
    join(d, now, d->woken_by[e->thread]);
  if (e->kind == OP_CREATE)
    join(d, d->now[other], now);
  else if (e->kind == OP_JOIN)
    join(d, now, d->now[other]);
  else if (e->kind == OP_AWAIT)
    return; /* the reads come after it */
  else if (OP_CLASS(e->kind) == CLASS_ACCESS)
    access(d, i);
  else if (OP_CLASS(e->kind) > CLASS_LOCAL)
    synchronize(d, e);
}

size_t datarace_find(struct datarace *d, const struct event *events,
                     size_t count) {
  enum { LONG = 4096, EVERY = 16 };
  vec_clear(&d->pairs);
  unsigned flags = 0, top = 0;
  for (size_t i = 0; i < count; i++) {
    flags |= events[i].flags;
    top = events[i].thread > top ? events[i].thread : top;
    if (events[i].kind == OP_CREATE && events[i].value > top)
      top = (unsigned)events[i].value % THREADS_MAX;
  }
  if (!(flags & EVENT_PLAIN))
    return 0;
  d->events = events;
  d->threads = top + 1;
  for (unsigned t = 0; t < d->threads; t++) {
    memset(d->now[t], 0, sizeof d->now[t]);
    memset(d->woken_by[t], 0, sizeof d->woken_by[t]);
  }
  map_clear(&d->cells);
  map_clear(&d->objects);
  vec_clear(&d->accesses);
  vec_clear(&d->clocks);
  for (size_t i = 0; i < count; i++) {
    if (count > LONG && i % EVERY == 0 && d->give_up &&
        d->give_up(d->give_up_user))
      return DATARACE_GAVE_UP;
    if (!(events[i].flags & EVENT_PENDING))
      take_in(d, (uint32_t)i);
  }
  return d->pairs.len;
}

struct datarace_pair datarace_at(const struct datarace *d, size_t i) {
  return d->pairs.at[i];
}
