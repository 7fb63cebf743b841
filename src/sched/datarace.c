#include "sched/datarace.h"

#include <string.h>

#include "base/alloc.h"
#include "base/map.h"
#include "base/sound.h"
#include "base/vec.h"
#include "sched/guarded.h"
#include "sched/vclocks.h"

enum { LINE = 16 };
/* Plain accesses are noted by 8 bytes, modulo so many of them. */
enum { GRAIN = 8, GRAINS = 2048, GRAINS_AT_ONCE = 8 };

struct access { /* of one line; indexes + 1, or 0 */
  uint32_t event, prev; /* the event is an index */
  uint32_t write; /* the newest that is a write, this one included */
  uint32_t plain; /* the newest that is plain, likewise */
  uint32_t heads; /* of the release sequences that an atomic write is in */
};

struct head { /* of a release sequence */
  uint32_t thread; /* and which of those that had its number */
  uint32_t clock;  /* what it gives */
  uint32_t all;    /* what it and those behind it give */
  uint32_t next;   /* index + 1, or 0 */
  uint32_t length; /* of the list that it begins */
};

struct making { /* of an object that is made or destroyed in the run */
  uint32_t last; /* the event that did so last + 1, or 0 */
  uint32_t used; /* by each thread last, event + 1: an index in uses */
};

struct datarace {
  VEC(struct datarace_pair) pairs;
  struct map cells;   /* line -> newest access + 1 */
  struct map objects; /* (class, object) -> clock, or how many messages */
  struct map made;    /* (class, object) -> making */
  VEC(struct making) makings;
  VEC(struct access) accesses;
  VEC(struct head) heads;
  VEC(uint32_t) uses;
  struct map named; /* threads that heads are of, for a moment */
  struct vclocks clocks;
  VEC(struct event) widened; /* the run, with objects as memory */
  bool overlaps; /* a plain access may touch an object */
  bool memory;   /* objects are looked at as memory */
  const struct event *events;
  size_t count;
  unsigned threads;
  bool (*give_up)(void *user);
  void *give_up_user;
  /* A bit for each grain that a plain access touches; the first of them once
   * more behind the last. */
  uint8_t grains[GRAINS / 8 + GRAINS_AT_ONCE];
  /* Begun with each run, as the clocks are. */
  uint32_t lives[THREADS_MAX]; /* threads that had the number before */
  bool fenced[THREADS_MAX];    /* it has made a release fence */
  struct guarded guarded;
};

/* Clocks of thread t: its own is t itself. */
static uint32_t seen(const struct datarace *d, unsigned t) {
  return d->threads + t; /* an acquire fence would take this */
}
static uint32_t fence(const struct datarace *d, unsigned t) {
  return 2 * d->threads + t; /* what the last release fence gives */
}
static uint32_t woken_by(const struct datarace *d, unsigned t) {
  return 3 * d->threads + t;
}
enum { CLOCKS_OF_THREAD = 4 };

struct datarace *datarace_new(void) {
  struct datarace *d = alloc_resize(NULL, 1, sizeof *d);
  memset(d, 0, offsetof(struct datarace, lives));
  memset(&d->guarded, 0, GUARDED_ZERO);
  return d;
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
  vec_free(&d->heads);
  vec_free(&d->uses);
  vclocks_free(&d->clocks);
  map_free(&d->named);
  map_free(&d->cells);
  map_free(&d->objects);
  map_free(&d->made);
  vec_free(&d->makings);
  vec_free(&d->widened);
  free(d);
}

static uint32_t object_clock(struct datarace *d, unsigned class_,
                             uint64_t object) {
  bool added;
  uint64_t *at = map_at(&d->objects, object * 16 + class_, &added);
  if (added)
    *at = vclocks_new(&d->clocks);
  return (uint32_t)*at;
}

/* In event i: what is after `into` is after `from`. */
static void join(struct datarace *d, uint32_t into, uint32_t from,
                 const struct event *e) {
  vclocks_join(&d->clocks, into, from, (uint32_t)(e - d->events));
}

/* --- what an atomic write gives --------------------------------------------
 *
 * Each atomic write of the run keeps a list of the writes that head a release
 * sequence which it is part of, with what each of them gives: the clock of the
 * thread when it released, or when it made the release fence before it.  A
 * list never changes, so that writes can share it.  Of each thread its first
 * head counts, the latest, which gives all that the others do: those are left
 * where they are until there are many of them. */

static uint32_t clock_joined(struct datarace *d, uint32_t a, uint32_t b,
                             const struct event *e) {
  uint32_t both = vclocks_like(&d->clocks, a);
  if (a != b)
    join(d, both, b, e);
  return both;
}

static uint32_t push_head(struct datarace *d, uint32_t list, uint32_t thread,
                          uint32_t clock, uint32_t all) {
  struct head h = {thread, clock, all, list,
                   1 + (list ? d->heads.at[list - 1].length : 0)};
  vec_push(&d->heads, h);
  return (uint32_t)d->heads.len;
}

static uint32_t find_head(const struct datarace *d, uint32_t list,
                          uint32_t thread) {
  while (list && d->heads.at[list - 1].thread != thread)
    list = d->heads.at[list - 1].next;
  return list;
}

/* The heads that count of a list and are of no thread that has been met, in
 * front of `onto`. */
static uint32_t push_heads(struct datarace *d, uint32_t list, uint32_t onto,
                           uint32_t all) {
  for (; list; list = d->heads.at[list - 1].next) {
    struct head h = d->heads.at[list - 1];
    bool added;
    map_at(&d->named, h.thread, &added);
    if (added)
      onto = push_head(d, onto, h.thread, h.clock, all);
  }
  return onto;
}

/* Of bytes that come from several writes: all that any of them gives. */
static uint32_t both(struct datarace *d, uint32_t a, uint32_t b,
                     const struct event *e) {
  if (a == b || !a || !b)
    return a ? a : b;
  uint32_t out = 0, all = clock_joined(d, d->heads.at[a - 1].all,
                                       d->heads.at[b - 1].all, e);
  map_clear(&d->named);
  for (uint32_t l = a; l; l = d->heads.at[l - 1].next) {
    struct head h = d->heads.at[l - 1];
    bool added;
    map_at(&d->named, h.thread, &added);
    if (!added)
      continue;
    uint32_t other = find_head(d, b, h.thread);
    if (other)
      h.clock = clock_joined(d, h.clock, d->heads.at[other - 1].clock, e);
    out = push_head(d, out, h.thread, h.clock, all);
  }
  return push_heads(d, b, out, all);
}

/* The list with one more in front, after all of which is what that gives, or
 * not.  Those that do not count are left out when there may be many. */
static uint32_t with_head(struct datarace *d, uint32_t list, struct head h,
                          bool after, const struct event *e) {
  h.all = h.clock;
  if (list && !after)
    h.all = clock_joined(d, h.clock, d->heads.at[list - 1].all, e);
  if (list && d->heads.at[list - 1].length > 4 * d->threads) {
    map_clear(&d->named);
    list = push_heads(d, list, 0, h.all);
  }
  return push_head(d, list, h.thread, h.clock, h.all);
}

/* The bytes of a line that an event touches. */
static uint32_t bytes_in(const struct event *e, uint64_t line) {
  uint64_t from = line * LINE, to = from + LINE;
  uint64_t a = e->object > from ? e->object : from;
  uint64_t end = e->object + (e->size ? e->size : 1);
  uint64_t b = end < to ? end : to;
  return a >= b ? 0 : ((1u << (b - a)) - 1) << (a - from);
}

/* A compare-and-swap that failed has only read; an operation on an object writes
 * it, be it the number of its readers. */
static bool writes(const struct event *e) {
  return (OP_CHANGES(e->kind) || OP_CLASS(e->kind) > CLASS_ACCESS) &&
         !(e->order & ORDER_ONLY_READS);
}

/* The next that may race with an access: a read does with writes only. */
static uint32_t rival(const struct datarace *d, uint32_t l, bool changes) {
  return !l || changes ? l : d->accesses.at[l - 1].write;
}

/* What the writes give whose values are there now. */
static uint32_t heads_there(struct datarace *d, const struct event *e,
                            uint64_t line, uint32_t newest) {
  uint32_t left = bytes_in(e, line), list = 0;
  for (uint32_t l = rival(d, newest, false); l && left;
       l = rival(d, d->accesses.at[l - 1].prev, false)) {
    uint32_t its = bytes_in(&d->events[d->accesses.at[l - 1].event], line);
    if (its & left)
      list = both(d, list, d->accesses.at[l - 1].heads, e);
    left &= ~its;
  }
  return list;
}

static unsigned name_of(const struct datarace *d, unsigned thread) {
  return thread + THREADS_MAX * d->lives[thread];
}

/* What is done in an atomic block gives to, and takes from, whoever touches the
 * same place in one: there a write is after the write before it as well. */

/* An atomic access that finds there what `there` gives; what it leaves. */
static uint32_t synchronize_access(struct datarace *d, const struct event *e,
                                   uint32_t there) {
  unsigned t = e->thread, name = name_of(d, t);
  bool reads = e->kind != OP_WRITE || e->flags & EVENT_SILENT;
  bool acquires = !(e->order & ORDER_NO_ACQUIRE);
  bool releases = !(e->order & ORDER_NO_RELEASE);
  if (reads && there)
    join(d, acquires ? t : seen(d, t), d->heads.at[there - 1].all, e);
  if (!writes(e) || (reads && !releases && !d->fenced[t]))
    return writes(e) ? there : 0;
  uint32_t own = releases ? 0 : find_head(d, there, name), clock;
  if (releases) {
    clock = vclocks_like(&d->clocks, t);
  } else if (d->fenced[t]) {
    clock = vclocks_like(&d->clocks, fence(d, t));
    if (own)
      join(d, clock, d->heads.at[own - 1].clock, e);
  } else if (own) {
    clock = d->heads.at[own - 1].clock;
  } else {
    return 0;
  }
  struct head h = {.thread = name, .clock = clock};
  return with_head(d, reads ? there : 0, h, acquires && releases, e);
}

/* --- accesses ---------------------------------------------------------------- */

static void add_pair(struct datarace *d, uint32_t j, uint32_t i) {
  struct datarace_pair p = {j, i};
  vec_push(&d->pairs, p);
}

static inline void check_pair(struct datarace *d, uint32_t j, uint32_t i) {
  const struct event *f = &d->events[j], *e = &d->events[i];
  if (f->thread != e->thread &&
      vclocks_get(&d->clocks, e->thread, f->thread) <= j)
    add_pair(d, j, i);
}

/* The accesses before it with which one that is plain may race: newest first,
 * until all its bytes were written by plain ones.  What races with it and was
 * before such a write races with that write too, or the write races with it,
 * and so is or was reported. */
static void scan_plain(struct datarace *d, uint32_t i, uint64_t line,
                       uint32_t newest) {
  const struct event *e = &d->events[i];
  bool changes = writes(e);
  uint32_t mine = bytes_in(e, line), left = mine;
  for (uint32_t l = rival(d, newest, changes); l && left;
       l = rival(d, d->accesses.at[l - 1].prev, changes)) {
    uint32_t j = d->accesses.at[l - 1].event;
    const struct event *f = &d->events[j];
    uint32_t its = bytes_in(f, line);
    if (its & mine && (changes || writes(f)))
      check_pair(d, j, i);
    if (f->flags & EVENT_PLAIN && writes(f))
      left &= ~its;
  }
}

/* The same for one that is atomic, which races with plain ones only.  It looks
 * beyond atomic writes: that one of them is ordered after a plain access, and
 * the atomic access reads it, does not order the two. */
static void scan_atomic(struct datarace *d, uint32_t i, uint64_t line,
                        uint32_t newest) {
  const struct event *e = &d->events[i];
  bool changes = writes(e);
  uint32_t mine = bytes_in(e, line), left = mine;
  for (uint32_t l = newest ? d->accesses.at[newest - 1].plain : 0; l && left;) {
    const struct access *a = &d->accesses.at[l - 1];
    const struct event *f = &d->events[a->event];
    uint32_t its = bytes_in(f, line);
    if (its & mine && (changes || writes(f)))
      check_pair(d, a->event, i);
    if (writes(f))
      left &= ~its;
    l = a->prev ? d->accesses.at[a->prev - 1].plain : 0;
  }
}

static uint64_t *newest_in(struct datarace *d, uint64_t line) {
  bool added;
  return map_at(&d->cells, line, &added);
}

static void file(struct datarace *d, uint32_t i, uint64_t line,
                 uint32_t heads) {
  const struct event *e = &d->events[i];
  uint64_t *newest = newest_in(d, line);
  uint32_t own = (uint32_t)d->accesses.len + 1, was = (uint32_t)*newest;
  struct access a = {.event = i, .prev = was, .heads = heads};
  a.write = writes(e) ? own : rival(d, was, false);
  a.plain = e->flags & EVENT_PLAIN ? own
            : was                  ? d->accesses.at[was - 1].plain
                                   : 0;
  vec_push(&d->accesses, a);
  *newest = own;
}

static void access(struct datarace *d, uint32_t i) {
  const struct event *e = &d->events[i];
  uint64_t first = e->object / LINE;
  uint64_t last = (e->object + (e->size ? e->size - 1 : 0)) / LINE;
  uint32_t heads = 0;
  bool plain = e->flags & EVENT_PLAIN;
  if (!plain && e->kind != OP_TOUCH && OP_CLASS(e->kind) == CLASS_ACCESS) {
    for (uint64_t line = first; line <= last; line++)
      heads = both(d, heads,
                   heads_there(d, e, line, (uint32_t)*newest_in(d, line)), e);
    heads = synchronize_access(d, e, heads);
  }
  for (uint64_t line = first; line <= last; line++) {
    uint32_t newest = (uint32_t)*newest_in(d, line);
    if (plain)
      scan_plain(d, i, line, newest);
    else
      scan_atomic(d, i, line, newest);
    file(d, i, line, heads);
  }
}

/* --- objects as memory ------------------------------------------------------
 *
 * That nobody accesses objects as memory is seen by the grains, for next to
 * nothing; else the run is gone through once more with them as accesses. */

static void note_plain(struct datarace *d, const struct event *e) {
  uint64_t first = e->object / GRAIN;
  uint64_t count = (e->object + (e->size ? e->size - 1 : 0)) / GRAIN - first + 1;
  for (uint64_t g = first; g < first + count && g < first + GRAINS; g++) {
    uint64_t bit = g % GRAINS;
    d->grains[bit / 8] |= (uint8_t)(1u << bit % 8);
    if (bit < GRAINS_AT_ONCE * 8)
      d->grains[(bit + GRAINS) / 8] |= (uint8_t)(1u << bit % 8);
  }
}

static void look_for_plain(struct datarace *d, const struct event *e) {
  uint32_t bytes = op_bytes(e->kind, e->object, e->size);
  uint64_t bit = e->object / GRAIN % GRAINS, there;
  uint64_t count = (e->object % GRAIN + bytes + GRAIN - 1) / GRAIN;
  memcpy(&there, d->grains + bit / 8, GRAINS_AT_ONCE);
  uint64_t its = (there >> bit % 8) & (((uint64_t)1 << count) - 1);
  d->overlaps |= bytes && its;
}

/* The run with objects as large as they are; what failed has only read. */
static void widen(struct datarace *d) {
  vec_clear(&d->widened);
  vec_resize(&d->widened, d->count);
  memcpy(d->widened.at, d->events, d->count * sizeof *d->events);
  vec_each(&d->widened, e) {
    uint32_t bytes = op_bytes(e->kind, e->object, e->size);
    if (bytes)
      e->size = bytes;
    if (bytes && e->flags & EVENT_FAILED)
      e->order |= ORDER_ONLY_READS;
  }
  d->events = d->widened.at;
  d->memory = true;
}

/* --- objects that are made ------------------------------------------------- */

static uint64_t object_key(const struct event *e) {
  return e->object * 16 + OP_CLASS(e->kind);
}

static void note_making(struct datarace *d, const struct event *e) {
  bool added;
  uint64_t *at = map_at(&d->made, object_key(e), &added);
  if (!added)
    return;
  struct making m = {.used = (uint32_t)d->uses.len};
  *at = d->makings.len;
  vec_push(&d->makings, m);
  vec_resize(&d->uses, d->uses.len + d->threads);
}

/* An operation on it.  Of each thread the latest use will do, which is after
 * those before it; and of those who made it the last, with which the others
 * race or are ordered before it. */
static void use_object(struct datarace *d, uint32_t i) {
  const struct event *e = &d->events[i];
  const uint64_t *at = map_get(&d->made, object_key(e));
  if (!at || e->kind == OP_WAKE)
    return;
  struct making *m = &d->makings.at[*at];
  uint32_t *used = d->uses.at + m->used;
  if (!event_makes(e) && m->last)
    check_pair(d, m->last - 1, i);
  for (unsigned t = 0; event_makes(e) && t < d->threads; t++)
    if (used[t])
      check_pair(d, used[t] - 1, i);
  if (event_makes(e))
    m->last = i + 1;
  used[e->thread] = i + 1;
}

/* --- what orders ------------------------------------------------------------ */

/* A reader is after the writers before it, a writer after everybody. */
static void read_or_write(struct datarace *d, const struct event *e) {
  uint32_t now = e->thread;
  bool reader = e->kind == OP_RDLOCK || e->kind == OP_TRYRDLOCK;
  if (e->kind == OP_RW_INIT || e->kind == OP_RW_DESTROY)
    return;
  uint32_t writers = object_clock(d, CLASS_RWLOCK, e->object);
  uint32_t readers = object_clock(d, CLASS_GLOBAL, e->object);
  if (e->kind == OP_RWUNLOCK) {
    join(d, writers, now, e);
  } else if (e->kind == OP_RDUNLOCK) {
    join(d, readers, now, e);
  } else if (!(e->flags & EVENT_FAILED)) {
    join(d, now, writers, e);
    if (!reader)
      join(d, now, readers, e);
  }
}

/* Who reads is after those who wrote or closed; who writes is after those who
 * have made room where there was little, or closed. */
static void read_or_send(struct datarace *d, const struct event *e) {
  uint32_t now = e->thread;
  uint32_t sent = object_clock(d, CLASS_STREAM, e->object);
  uint32_t room = object_clock(d, CLASS_GLOBAL, e->object);
  bool writes = e->kind == OP_STREAM_WRITE, closes = e->kind == OP_STREAM_CLOSE;
  if (!closes)
    join(d, now, writes ? room : sent, e);
  if (writes || closes)
    join(d, sent, now, e);
  if (closes || (!writes && stream_was_full(e->value)))
    join(d, room, now, e);
}

/* Of messages each has a clock: of what was done before it was put in; and so
 * has each reception, the k-th of its queue. */
enum { CLOCK_PUT = CLASS_GLOBAL + 1, CLOCK_TAKEN, CLOCK_COUNT };

static uint64_t message_key(const struct event *told, uint32_t number) {
  enum { QUEUES = 1 << 26 };
  return (told->object % QUEUES) << 32 | number;
}

/* For those of which nothing is told: it may have made room, or nobody needs
 * any more. */
static void tell_room(struct datarace *d, const struct event *e) {
  if (OP_CLASS(e->kind) == CLASS_STREAM &&
      (e->kind == OP_STREAM_CLOSE || stream_was_full(e->value)))
    join(d, object_clock(d, CLASS_GLOBAL, e->object), e->thread, e);
}

static void message_put(struct datarace *d, const struct event *e,
                        const struct event *told) {
  uint32_t number = (uint32_t)told->value, room = (uint32_t)(told->value >> 32);
  unsigned class_ = OP_CLASS(e->kind);
  uint64_t own = message_key(told, number);
  uint64_t made = message_key(told, room && number > room ? number - room : 0);
  uint32_t sent = object_clock(d, class_, e->object);
  uint32_t clock = object_clock(d, CLOCK_PUT, own);
  uint32_t now = e->thread;
  join(d, now, object_clock(d, CLOCK_TAKEN, made), e);
  join(d, sent, now, e);
  /* what is written to a stream is in one order, what is sent to a port is
   * not */
  join(d, clock, class_ == CLASS_STREAM ? sent : now, e);
  if (e->kind == OP_STREAM_CLOSE)
    tell_room(d, e);
}

/* Of a message that was put in by a step of which nothing is told, it is after
 * all that were. */
static void message_taken(struct datarace *d, const struct event *e,
                          const struct event *told) {
  uint64_t own = message_key(told, (uint32_t)told->value);
  bool known = map_get(&d->objects, own * 16 + CLOCK_PUT);
  uint32_t now = e->thread;
  bool added;
  uint64_t *count = map_at(&d->objects, e->object * 16 + CLOCK_COUNT, &added);
  uint64_t nth = message_key(told, (uint32_t)++*count);
  join(d, now, known ? object_clock(d, CLOCK_PUT, own)
                     : object_clock(d, OP_CLASS(e->kind), e->object),
       e);
  join(d, object_clock(d, CLOCK_TAKEN, nth), now, e);
  tell_room(d, e);
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
    return OP_CLASS(e->kind) == CLASS_GLOBAL && !(e->flags & EVENT_INSIDE);
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
    return OP_CLASS(e->kind) == CLASS_GLOBAL && !(e->flags & EVENT_INSIDE);
  }
}

static void lock_or_message(struct datarace *d, const struct event *e) {
  uint32_t now = e->thread;
  uint32_t clock = object_clock(d, OP_CLASS(e->kind), e->object);
  if (acquires(e))
    join(d, now, clock, e);
  if (releases(e))
    join(d, clock, now, e);
}

/* The last to arrive: everyone goes on after everyone. */
static void arrive(struct datarace *d, const struct event *e) {
  uint32_t clock = object_clock(d, CLASS_BARRIER, e->object);
  if (e->kind != OP_ARRIVE)
    return;
  join(d, clock, e->thread, e);
  struct threads freed;
  unsigned words = event_freed_set(e, &freed);
  if (!threads_any(words, &freed))
    return;
  threads_each(words, &freed, t)
    if (t < d->threads && t != e->thread)
      join(d, (uint32_t)t, clock, e);
  join(d, e->thread, clock, e);
  vclocks_clear(&d->clocks, clock);
}

/* Who is chosen goes on after the signal. */
static void signal(struct datarace *d, const struct event *e) {
  uint32_t now = e->thread;
  struct threads chosen;
  unsigned words = event_freed_set(e, &chosen);
  threads_each(words, &chosen, t)
    if (t < d->threads)
      vclocks_copy(&d->clocks, woken_by(d, (unsigned)t), now);
  if (e->kind == OP_WAKE && !(e->flags & EVENT_FAILED))
    join(d, now, woken_by(d, now), e);
}

static void synchronize(struct datarace *d, const struct event *e,
                        const struct event *told) {
  if (told) {
    (told->alt == MESSAGE_PUT ? message_put : message_taken)(d, e, told);
    return;
  }
  switch (OP_CLASS(e->kind)) {
  case CLASS_RWLOCK:
    read_or_write(d, e);
    break;
  case CLASS_STREAM:
    read_or_send(d, e);
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

/* Fences between the event of this thread before and this one. */
static void fences(struct datarace *d, const struct event *e) {
  unsigned t = e->thread;
  if (e->order & ORDER_FENCE_ACQUIRE)
    join(d, t, seen(d, t), e);
  if (e->order & ORDER_FENCE_RELEASE) {
    vclocks_copy(&d->clocks, fence(d, t), t);
    d->fenced[t] = true;
  }
}

/* Nothing of a thread that had the number before. */
static void begin_thread(struct datarace *d, unsigned t) {
  vclocks_clear(&d->clocks, seen(d, t));
  d->fenced[t] = false;
  d->lives[t]++;
}

static void take_in(struct datarace *d, uint32_t i) {
  const struct event *e = &d->events[i];
  uint32_t now = e->thread;
  unsigned other = (unsigned)e->value % THREADS_MAX;
  if (e->order & (ORDER_FENCE_ACQUIRE | ORDER_FENCE_RELEASE))
    fences(d, e);
  vclocks_set(&d->clocks, now, i + 1);
  if (e->kind == OP_CREATE)
    begin_thread(d, other);
  if (e->flags & EVENT_WOKEN)
    join(d, now, woken_by(d, now), e);
  bool another = other != now && other < d->threads;
  if (e->kind == OP_CREATE && another)
    join(d, other, now, e);
  else if (e->kind == OP_JOIN && another)
    join(d, now, other, e);
  else if (e->kind == OP_AWAIT)
    return; /* the reads come after it */
  else if (OP_CLASS(e->kind) == CLASS_ACCESS)
    access(d, i);
  else if (OP_CLASS(e->kind) > CLASS_LOCAL) {
    if (!d->memory)
      look_for_plain(d, e);
    else if (op_bytes(e->kind, e->object, e->size))
      access(d, i);
    if (d->makings.len)
      use_object(d, i);
    synchronize(d, e,
                i + 1 < d->count && e[1].kind == OP_MESSAGE ? &e[1] : NULL);
  }
}

static void begin(struct datarace *d, bool makes) {
  vclocks_begin(&d->clocks, d->threads, CLOCKS_OF_THREAD * d->threads);
  memset(d->lives, 0, d->threads * sizeof *d->lives);
  memset(d->fenced, 0, d->threads * sizeof *d->fenced);
  vec_clear(&d->pairs);
  map_clear(&d->cells);
  map_clear(&d->objects);
  vec_clear(&d->accesses);
  vec_clear(&d->heads);
  vec_clear(&d->uses);
  map_clear(&d->made);
  vec_clear(&d->makings);
  for (size_t i = 0; makes && i < d->count; i++)
    if (event_makes(&d->events[i]))
      note_making(d, &d->events[i]);
}

/* From the first event to the last; false when it was asked to give up. */
static bool go_through(struct datarace *d) {
  enum { LONG = 4096, EVERY = 16 };
  for (size_t i = 0; i < d->count; i++) {
    if (d->count > LONG && i % EVERY == 0 && d->give_up &&
        d->give_up(d->give_up_user))
      return false;
    if (!(d->events[i].flags & EVENT_PENDING) && d->events[i].kind != OP_MORE)
      take_in(d, (uint32_t)i);
  }
  return true;
}

/* Takes the run; false when there is no plain access in it. */
static bool take(struct datarace *d, const struct event *events, size_t count,
                 bool *makes) {
  unsigned flags = 0, top = 0;
  vec_clear(&d->pairs);
  memset(d->grains, 0, sizeof d->grains);
  *makes = d->overlaps = d->memory = false;
  for (size_t i = 0; i < count; i++) {
    const struct event *e = &events[i];
    flags |= e->flags;
    *makes |= event_makes(e);
    if (e->flags & EVENT_PLAIN && OP_CLASS(e->kind) == CLASS_ACCESS)
      note_plain(d, e);
    top = e->thread > top ? e->thread : top;
    if (e->kind == OP_CREATE && e->value > top)
      top = (unsigned)e->value % THREADS_MAX;
  }
  d->events = events;
  d->count = count;
  d->threads = top + 1;
  return flags & EVENT_PLAIN;
}

static bool find(struct datarace *d, bool makes) {
  begin(d, makes);
  return go_through(d);
}

size_t datarace_find(struct datarace *d, const struct event *events,
                     size_t count) {
  EXPECTS(events || !count);
  unsigned flags = 0;
  for (size_t i = 0; i < count; i++)
    flags |= events[i].flags;
  vec_clear(&d->pairs);
  return flags & EVENT_PLAIN && !guarded_run(&d->guarded, events, count)
             ? datarace_search(d, events, count)
             : 0;
}

size_t datarace_search(struct datarace *d, const struct event *events,
                       size_t count) {
  EXPECTS(events || !count);
  bool makes;
  if (!take(d, events, count, &makes))
    return 0;
  bool whole = find(d, makes);
  if (whole && d->overlaps) {
    widen(d);
    whole = find(d, makes);
  }
  return whole ? d->pairs.len : DATARACE_GAVE_UP;
}

size_t datarace_overlaid(struct datarace *d, const struct event *events,
                         size_t count) {
  EXPECTS(events || !count);
  bool makes;
  size_t overlaid = 0;
  if (!take(d, events, count, &makes))
    return 0;
  for (size_t i = 0; i < count && !d->overlaps; i++)
    if (OP_CLASS(events[i].kind) > CLASS_ACCESS)
      look_for_plain(d, &events[i]);
  if (!d->overlaps)
    return 0;
  widen(d);
  if (!find(d, makes))
    return DATARACE_GAVE_UP;
  vec_each(&d->pairs, p)
    overlaid += (OP_CLASS(events[p->first].kind) == CLASS_ACCESS) !=
                (OP_CLASS(events[p->second].kind) == CLASS_ACCESS);
  return overlaid;
}

struct datarace_pair datarace_at(const struct datarace *d, size_t i) {
  return d->pairs.at[i];
}
