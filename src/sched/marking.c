#include "sched/marking.h"

#include <string.h>

#include "base/alloc.h"
#include "base/hash.h"
#include "base/sound.h"
#include "sched/intern.h"

/* Keys of objects: the class, and what no class has. */
enum {
  KEY_COND = 10, /* what was done to it beside waiting and signalling */
  KEY_LEFT = KEY_COND, /* of a mutex: how it was left, if that is special */
  KEY_BARRIER,
  KEY_SEM,
  KEY_WOKEN,
  KEY_OWNER, /* of a lock */
  KEY_EVERYTHING,
  KEY_MADE = KEY_EVERYTHING, /* a read-write lock: none has address 0 */
  FREED = 1
};

/* --- the parts ------------------------------------------------------------ */

/* The number of what two numbers stand for. */
static uint64_t pair(const struct marking *m, uint64_t a, uint64_t b) {
  return m->exact ? intern_pair(m->exact, a, b) : hash_pair(a, b);
}

static uint64_t share(uint64_t key, uint64_t value) {
  return value ? hash_pair(key, value) : 0;
}

static uint64_t key_of(unsigned class_, uint64_t object) {
  return object * 16 + class_;
}

static uint64_t get(const struct marking *m, uint64_t key) {
  const uint64_t *at = map_get(&m->objects, key);
  return at ? *at : 0;
}

static void put(struct marking *m, uint64_t key, uint64_t value) {
  bool added;
  uint64_t *at = map_at(&m->objects, key, &added);
  struct marking_change change = {key, *at};
  vec_push(&m->changes, change);
  m->hash += share(key, value) - share(key, *at);
  *at = value;
}

static void undo(struct marking *m) {
  while (m->changes.len) {
    struct marking_change c = vec_pop(&m->changes);
    uint64_t *at = map_get(&m->objects, c.key);
    m->hash += share(c.key, c.was) - share(c.key, *at);
    *at = c.was;
  }
}

static void set_woken(struct marking *m, uint64_t woken) {
  m->hash += share(KEY_WOKEN, woken) - share(KEY_WOKEN, m->woken);
  m->woken = woken;
}

static uint64_t thread_share(unsigned thread, uint64_t place) {
  return share(~(uint64_t)thread, place);
}

/* --- what a thread does next ---------------------------------------------- */

static uint64_t does(const struct marking *m, const struct event *e) {
  return pair(m, pair(m, e->kind + UINT64_C(1), e->object),
              (uint64_t)e->size << 32 | e->site);
}

static bool counts(const struct event *e) {
  return !(e->flags & EVENT_SILENT) || e->flags & EVENT_PENDING ||
         e->kind == OP_EXIT || e->kind == OP_JOIN;
}

const struct event *marking_parked(const struct marking *m, unsigned thread) {
  EXPECTS(thread < THREADS_WORD);
  uint32_t i = m->parked[thread];
  return i == UINT32_MAX ? NULL : &m->events[i];
}

uint64_t marking_does(const struct marking *m, unsigned thread) {
  const struct event *e = marking_parked(m, thread);
  return e ? does(m, e) : 0;
}

void marking_stand(struct marking *m, unsigned thread, uint64_t local,
                   uint64_t next) {
  EXPECTS(thread < THREADS_WORD);
  m->hash -= thread_share(thread, m->place[thread]);
  m->base[thread] = local;
  m->place[thread] = pair(m, local, next);
  m->hash += thread_share(thread, m->place[thread]);
}

/* The thread is in this local state, and goes on with event i. */
static void stand(struct marking *m, unsigned thread, uint64_t local,
                  uint32_t i) {
  m->parked[thread] = i;
  marking_stand(m, thread, local, marking_does(m, thread));
}

/* --- operations ----------------------------------------------------------- */

/* The places of the bytes; *freed: some were. */
static uint64_t bytes_of(const struct marking *m, const struct event *e,
                         bool *freed) {
  uint64_t h = 0;
  for (uint32_t i = 0; i < e->size; i++) {
    uint64_t place = get(m, key_of(CLASS_ACCESS, e->object + i));
    *freed |= place & FREED;
    h = pair(m, h, place);
  }
  return h;
}

static void put_bytes(struct marking *m, const struct event *e, uint64_t from,
                      bool freed) {
  for (uint32_t i = 0; i < e->size; i++)
    put(m, key_of(CLASS_ACCESS, e->object + i),
        ((pair(m, from, i) & ~(uint64_t)FREED) | freed) + 2);
}

/* By value: of the last byte with all that is left, for variables of models are
 * one byte, and hold any number. */
static void put_value(struct marking *m, const struct event *e, bool freed) {
  for (uint32_t i = 0; i < e->size; i++) {
    uint64_t byte = e->value >> 8 * i & (i + 1 < e->size ? 255 : UINT64_MAX);
    put(m, key_of(CLASS_ACCESS, e->object + i),
        ((pair(m, byte, UINT64_MAX) & ~(uint64_t)FREED) | freed) + 2);
  }
}

/* Memory after e, which is `from` if it is not known by its value. */
static void put_memory(struct marking *m, const struct event *e, uint64_t from,
                       bool freed) {
  if (e->flags & EVENT_FAILED)
    return;
  if (m->values && e->flags & EVENT_EXACT && e->size <= 8)
    put_value(m, e, freed);
  else
    put_bytes(m, e, from, freed);
}

static uint64_t do_access(struct marking *m, const struct event *e,
                          uint64_t local) {
  bool freed = false;
  uint64_t seen = bytes_of(m, e, &freed);
  switch (e->kind) {
  case OP_WRITE:
    put_memory(m, e, pair(m, local, e->kind), freed);
    return pair(m, local, freed);
  case OP_UPDATE:
  case OP_CAS:
    seen = pair(m, local, seen);
    put_memory(m, e, pair(m, seen, e->kind), freed);
    return seen;
  case OP_FREE:
    put_bytes(m, e, pair(m, local, e->kind), true);
    return pair(m, local, seen);
  default:
    return pair(m, local, seen);
  }
}

/* What was done to a lock, and how it was left. */
static uint64_t lock_place(const struct marking *m, uint64_t object) {
  uint64_t place = get(m, key_of(CLASS_LOCK, object));
  uint64_t left = get(m, key_of(KEY_LEFT, object));
  return left ? pair(m, place, left) : place;
}

/* Its place when free, and who has it. */
static uint64_t do_lock(struct marking *m, const struct event *e,
                        uint64_t local) {
  uint64_t key = key_of(CLASS_LOCK, e->object);
  uint64_t owner_key = key_of(KEY_OWNER, e->object);
  uint64_t owner = get(m, owner_key), mine = e->thread + UINT64_C(1);
  uint64_t seen = pair(m, lock_place(m, e->object), owner == mine);
  uint64_t left_key = key_of(KEY_LEFT, e->object);
  bool takes = e->kind == OP_LOCK || e->kind == OP_TRYLOCK;
  if (takes && !owner)
    put(m, owner_key, e->flags & EVENT_FAILED ? 0 : mine);
  else if (e->kind == OP_UNLOCK && owner == mine)
    put(m, owner_key, e->flags & EVENT_FAILED ? mine : 0);
  else if (e->kind != OP_TRYLOCK && !(e->flags & EVENT_FAILED))
    put(m, key, pair(m, pair(m, get(m, key), owner), local));
  if (e->kind == OP_UNLOCK && !(e->flags & EVENT_FAILED) &&
      (e->value || get(m, left_key)))
    put(m, left_key, e->value);
  return pair(m, pair(m, local, seen), e->flags & EVENT_FAILED);
}

/* One more, or one less, of a multiset: a sum, or a list in order. */
static uint64_t with(const struct marking *m, uint64_t set, uint64_t one) {
  uint64_t first, rest;
  if (!m->exact)
    return set + hash_mix(one);
  if (set)
    intern_parts(m->exact, set, &first, &rest);
  return !set || one <= first ? pair(m, one, set)
                              : pair(m, first, with(m, rest, one));
}

static uint64_t without(const struct marking *m, uint64_t set, uint64_t one) {
  uint64_t first, rest;
  if (!m->exact)
    return set - hash_mix(one);
  if (!set)
    return with(m, set, ~one); /* given back by somebody who had it not */
  intern_parts(m->exact, set, &first, &rest);
  return one == first ? rest : pair(m, first, without(m, rest, one));
}

/* What it holds is a sum over who came and has not left. */
static uint64_t do_rwlock(struct marking *m, const struct event *e,
                          uint64_t local) {
  uint64_t key = key_of(CLASS_RWLOCK, e->object), holds = get(m, key);
  uint64_t reads = e->thread * UINT64_C(2) + 1, writes = reads + 1, made;
  bool failed = e->flags & EVENT_FAILED;
  switch (e->kind) {
  case OP_RDLOCK:
  case OP_TRYRDLOCK:
    put(m, key, failed ? holds : with(m, holds, reads));
    break;
  case OP_WRLOCK:
  case OP_TRYWRLOCK:
    put(m, key, failed ? holds : with(m, holds, writes));
    break;
  case OP_RDUNLOCK:
    put(m, key, without(m, holds, reads));
    break;
  case OP_RWUNLOCK:
    put(m, key, without(m, holds, writes));
    break;
  default: /* it is made, or ends */
    made = pair(m, get(m, key_of(KEY_MADE, e->object)), holds);
    put(m, key_of(KEY_MADE, e->object), pair(m, made, local));
    put(m, key, 0);
    return pair(m, local, made);
  }
  return pair(m, local, failed);
}

/* The count, and apart from it what made the semaphore. */
static uint64_t do_sem(struct marking *m, const struct event *e,
                       uint64_t local) {
  uint64_t key = key_of(CLASS_SEM, e->object);
  uint64_t made_key = key_of(KEY_SEM, e->object), made = get(m, made_key);
  uint64_t failed = e->flags & EVENT_FAILED;
  switch (e->kind) {
  case OP_SEM_P:
  case OP_SEM_TRYP:
    put(m, key, failed ? get(m, key) : get(m, key) - 1);
    return pair(m, pair(m, local, failed), made);
  case OP_SEM_V:
    put(m, key, failed ? get(m, key) : get(m, key) + 1);
    return pair(m, pair(m, local, failed), made);
  case OP_SEM_VALUE:
    return pair(m, local, pair(m, get(m, key), made));
  default:
    put(m, made_key, pair(m, pair(m, made, local), get(m, key)));
    put(m, key, 0);
    return pair(m, local, made);
  }
}

/* Who waits; whom a signal chose goes on by itself. */
static uint64_t do_cond(struct marking *m, const struct event *e,
                        uint64_t local) {
  uint64_t key = key_of(CLASS_COND, e->object), waiters = get(m, key);
  uint64_t me = (uint64_t)1 << e->thread, chosen = 0;
  switch (e->kind) {
  case OP_WAIT:
    put(m, key, waiters | me);
    set_woken(m, m->woken & ~me);
    return pair(m, local, 0);
  case OP_WAKE:
    put(m, key, waiters & ~me);
    set_woken(m, m->woken & ~me);
    return pair(m, local, e->flags & EVENT_FAILED);
  case OP_SIGNAL:
    chosen = e->value ? (uint64_t)1 << (e->value - 1) % THREADS_WORD : 0;
    break;
  case OP_BROADCAST:
    chosen = e->value;
    break;
  default:
    put(m, key_of(KEY_COND, e->object),
        pair(m, get(m, key_of(KEY_COND, e->object)), local));
    return pair(m, local, waiters);
  }
  put(m, key, waiters & ~chosen);
  set_woken(m, m->woken | chosen);
  return pair(m, local, 0);
}

/* Who has come in this round; the last is told. */
static uint64_t do_barrier(struct marking *m, const struct event *e,
                           uint64_t local) {
  uint64_t key = key_of(CLASS_BARRIER, e->object), came = get(m, key);
  if (e->kind != OP_ARRIVE) {
    put(m, key_of(KEY_BARRIER, e->object),
        pair(m, get(m, key_of(KEY_BARRIER, e->object)), local));
    return pair(m, local, came);
  }
  put(m, key, e->value ? 0 : came | (uint64_t)1 << e->thread);
  return pair(m, local, e->value != 0);
}

static uint64_t do_port(struct marking *m, const struct event *e,
                        uint64_t local) {
  uint64_t key = key_of(CLASS_PORT, e->object), was = get(m, key);
  bool sends = e->kind == OP_SEND;
  uint64_t what = sends ? local : pair(m, e->alt, e->alts);
  put(m, key, pair(m, was, pair(m, what, e->kind)));
  return pair(m, pair(m, local, sends ? 0 : was), what);
}

/* Whoever uses a stream sees all that was done to it. */
static uint64_t do_stream(struct marking *m, const struct event *e,
                          uint64_t local) {
  uint64_t key = key_of(CLASS_STREAM, e->object), was = get(m, key);
  uint64_t seen = pair(m, local, was);
  if (!(e->flags & EVENT_FAILED))
    put(m, key, pair(m, seen, e->kind));
  return seen;
}

/* --- histories ------------------------------------------------------------- */

/* Keys that no object has: what was done to it so far; for memory by the last
 * write, and the reads since, whose order does not matter. */
enum { KEY_PAST = CLASS_ORDER, KEY_READS = CLASS_LOCAL };

static uint64_t past_of_byte(struct marking *m, uint64_t byte, bool writes) {
  uint64_t past = get(m, key_of(KEY_PAST, byte));
  return writes ? pair(m, past, get(m, key_of(KEY_READS, byte))) : past;
}

/* Who does e has seen what was done before, and leaves that it was done. */
static uint64_t remember(struct marking *m, const struct event *e,
                         uint64_t local) {
  uint64_t key = key_of(KEY_PAST, pair(m, OP_CLASS(e->kind), e->object));
  if (OP_CLASS(e->kind) != CLASS_ACCESS) {
    local = pair(m, local, get(m, key));
    put(m, key, local);
    return local;
  }
  bool writes = OP_CHANGES(e->kind);
  for (uint32_t i = 0; i < e->size; i++)
    local = pair(m, local, past_of_byte(m, e->object + i, writes));
  for (uint32_t i = 0; i < e->size; i++) {
    uint64_t reads = key_of(KEY_READS, e->object + i);
    put(m, reads, writes ? 0 : get(m, reads) + pair(m, local, i));
    if (writes)
      put(m, key_of(KEY_PAST, e->object + i), pair(m, local, i));
  }
  return local;
}

/* The local state after it; m has what it does to everything else. */
static uint64_t do_event(struct marking *m, const struct event *e) {
  uint64_t local = pair(m, m->base[e->thread], does(m, e));
  if (e->flags & EVENT_WOKEN)
    set_woken(m, m->woken & ~((uint64_t)1 << e->thread));
  switch (OP_CLASS(e->kind)) {
  case CLASS_ACCESS:
    return do_access(m, e, local);
  case CLASS_LOCK:
    return do_lock(m, e, local);
  case CLASS_RWLOCK:
    return do_rwlock(m, e, local);
  case CLASS_SEM:
    return do_sem(m, e, local);
  case CLASS_COND:
    return do_cond(m, e, local);
  case CLASS_BARRIER:
    return do_barrier(m, e, local);
  case CLASS_PORT:
    return do_port(m, e, local);
  case CLASS_STREAM:
    return do_stream(m, e, local);
  case CLASS_GLOBAL:
    local = pair(m, local, marking_state(m));
    put(m, KEY_EVERYTHING, local);
    return local;
  default: /* an input; a step of its own */
    return pair(m, pair(m, local, e->alt), e->value);
  }
}

static uint64_t operate(struct marking *m, const struct event *done) {
  struct event bare = *done;
  const struct event *e = &bare;
  bare.object = object_bare(done->object);
  uint64_t local = do_event(m, e);
  return m->histories && OP_CLASS(e->kind) > CLASS_LOCAL &&
                 OP_CLASS(e->kind) != CLASS_GLOBAL
             ? remember(m, e, local)
             : local;
}

static void forget(struct marking *m) {
  m->hash = m->woken = 0;
  memset(m->base, 0, sizeof m->base);
  memset(m->place, 0, sizeof m->place);
  memset(m->parked, 255, sizeof m->parked);
  map_clear(&m->objects);
}

/* --- by itself ------------------------------------------------------------ */

/* What the object of an operation holds. */
static uint64_t held(const struct marking *m, const struct event *e) {
  unsigned class_ = OP_CLASS(e->kind);
  uint64_t key = key_of(class_, e->object), place = get(m, key);
  bool freed = false;
  switch (class_) {
  case CLASS_ACCESS:
    return bytes_of(m, e, &freed);
  case CLASS_LOCK:
    return pair(m, lock_place(m, e->object),
                get(m, key_of(KEY_OWNER, e->object)));
  case CLASS_SEM:
    return pair(m, place, get(m, key_of(KEY_SEM, e->object)));
  case CLASS_COND:
    return pair(m, place, get(m, key_of(KEY_COND, e->object)));
  case CLASS_BARRIER:
    return pair(m, place, get(m, key_of(KEY_BARRIER, e->object)));
  case CLASS_RWLOCK:
    return pair(m, place, get(m, key_of(KEY_MADE, e->object)));
  case CLASS_PORT:
  case CLASS_STREAM:
    return place;
  default:
    return 0;
  }
}

uint64_t marking_holds(const struct marking *m, const struct event *e) {
  struct event bare = *e;
  bare.object = object_bare(e->object);
  return held(m, &bare);
}

uint64_t marking_sees(const struct marking *m, const struct event *e) {
  struct event bare = *e;
  bare.object = object_bare(e->object);
  uint64_t owner, mine = e->thread + UINT64_C(1);
  bool freed = false;
  switch (e->kind) {
  case OP_WRITE:
    bytes_of(m, &bare, &freed);
    return freed;
  case OP_RDLOCK:
  case OP_RDUNLOCK:
  case OP_WAIT:
  case OP_ARRIVE:
    return 0;
  case OP_WAKE:
    return m->woken >> e->thread & 1;
  case OP_LOCK:
  case OP_TRYLOCK:
  case OP_UNLOCK:
    owner = get(m, key_of(KEY_OWNER, bare.object));
    return pair(m, lock_place(m, bare.object),
                owner == mine ? 1 : owner ? 2 : 0);
  default:
    return held(m, &bare);
  }
}

uint64_t marking_pair(const struct marking *m, uint64_t a, uint64_t b) {
  return pair(m, a, b);
}

uint64_t marking_number(const struct marking *m, const struct event *e) {
  return does(m, e);
}

static int by_key(const void *a, const void *b) {
  const struct map_slot *x = a, *y = b;
  return (x->key > y->key) - (x->key < y->key);
}

uint64_t marking_fold(const struct marking *m, const struct map *of) {
  VEC(struct map_slot) all = {0};
  uint64_t number = 0;
  for (size_t i = 0; i < of->cap; i++)
    if (of->used[i] && of->slots[i].value)
      vec_push(&all, of->slots[i]);
  if (all.len)
    qsort(all.at, all.len, sizeof *all.at, by_key);
  vec_each(&all, slot) number =
      pair(m, number, pair(m, slot->key, slot->value));
  vec_free(&all);
  return number;
}

uint64_t marking_state(const struct marking *m) {
  if (!m->exact)
    return m->hash | 1;
  uint64_t threads = 0;
  for (unsigned t = 0; t < THREADS_WORD; t++)
    if (m->base[t])
      threads = pair(m, threads, pair(m, t, m->base[t]));
  return pair(m, pair(m, marking_fold(m, &m->objects), m->woken), threads);
}

void marking_clear(struct marking *m) {
  forget(m);
  m->events = NULL;
  m->count = m->at = 0;
  vec_clear(&m->changes);
}

uint64_t marking_fire(struct marking *m, const struct event *e) {
  EXPECTS(e->thread < THREADS_WORD);
  bool failed = e->flags & EVENT_FAILED;
  uint64_t local = pair(m, operate(m, e), MARKING_TAG(failed));
  vec_clear(&m->changes);
  marking_stand(m, e->thread, local, 0);
  return local;
}

void marking_unpark(struct marking *m, unsigned thread) {
  EXPECTS(thread < THREADS_WORD);
  set_woken(m, m->woken & ~((uint64_t)1 << thread));
}

/* --- the run -------------------------------------------------------------- */

/* Creation gives a thread its first place; who joins one saw its last. */
static bool silent(struct marking *m, const struct event *e, uint32_t i) {
  unsigned other = (unsigned)e->value % THREADS_WORD;
  uint64_t local = m->base[e->thread];
  if (e->kind == OP_CREATE) {
    stand(m, e->thread, pair(m, local, OP_CREATE), m->parked[e->thread]);
    stand(m, other, pair(m, local, OP_START), m->parked[other]);
  } else if (e->kind == OP_JOIN) {
    stand(m, e->thread, pair(m, local, m->place[other]), m->next.at[i]);
  }
  return e->kind == OP_CREATE || e->kind == OP_JOIN || e->kind == OP_EXIT;
}

static bool take_silent(struct marking *m) {
  bool mattered = false;
  for (; m->at < m->count && m->events[m->at].flags & EVENT_SILENT &&
         !(m->events[m->at].flags & EVENT_PENDING);
       m->at++)
    mattered |= silent(m, &m->events[m->at], (uint32_t)m->at);
  return mattered;
}

void marking_begin(struct marking *m, const struct event *events,
                   size_t count) {
  uint64_t created = 0, seen = 0;
  forget(m);
  m->events = events;
  m->count = count;
  m->at = 0;
  m->quits = false;
  vec_resize(&m->next, count);
  for (size_t i = count; i-- > 0;) {
    const struct event *e = &events[i];
    m->next.at[i] = m->parked[e->thread];
    seen |= (uint64_t)1 << e->thread;
    m->quits |= e->kind == OP_QUIT || e->flags & EVENT_ENDS;
    if (counts(e))
      m->parked[e->thread] = (uint32_t)i;
    if (e->kind == OP_CREATE)
      created |= (uint64_t)1 << e->value % THREADS_WORD;
  }
  for (unsigned t = 0; t < THREADS_WORD; t++)
    if (seen >> t & 1 && !(created >> t & 1))
      stand(m, t, 1, m->parked[t]);
  take_silent(m);
}

bool marking_more(const struct marking *m) {
  return m->at < m->count && !(m->events[m->at].flags & EVENT_PENDING);
}

uint64_t marking_step(struct marking *m, bool *alone) {
  EXPECTS(marking_more(m));
  const struct event *e = &m->events[m->at];
  uint64_t local = operate(m, e);
  vec_clear(&m->changes);
  stand(m, e->thread, local, m->next.at[m->at++]);
  *alone = !take_silent(m);
  return local;
}

/* --- what if -------------------------------------------------------------- */

struct marking_op marking_op(const struct event *e) {
  static const struct marking hashed;
  bool leaves = e->kind == OP_UNLOCK && e->value;
  return (struct marking_op){.object = e->object,
                             .number = does(&hashed, e),
                             .size = e->size,
                             .site = e->site,
                             .kind = e->kind,
                             .flags = (uint8_t)(e->flags |
                                                (leaves ? EVENT_FAILED : 0))};
}

/* A V may find its semaphore at the limit. */
bool marking_foreseen(const struct marking_op *op) {
  switch (op->kind) {
  case OP_READ:
  case OP_WRITE:
  case OP_UPDATE:
  case OP_LOCK:
  case OP_UNLOCK:
    return !(op->flags & (EVENT_WOKEN | EVENT_ENDS | EVENT_FAILED));
  default:
    return false;
  }
}

bool marking_waits(const struct marking *m, const struct marking_op *op) {
  return op->kind == OP_LOCK &&
         get(m, key_of(KEY_OWNER, object_bare(op->object)));
}

uint64_t marking_try(struct marking *m, unsigned thread,
                     const struct marking_op *op) {
  EXPECTS(thread < THREADS_WORD);
  struct event e = {.object = op->object,
                    .size = op->size,
                    .site = op->site,
                    .kind = op->kind,
                    .thread = (uint16_t)thread,
                    .alts = 1};
  return operate(m, &e);
}

void marking_back(struct marking *m, unsigned thread, uint64_t local) {
  EXPECTS(thread < THREADS_WORD);
  undo(m);
  marking_stand(m, thread, local, marking_does(m, thread));
}

void marking_free(struct marking *m) {
  map_free(&m->objects);
  vec_free(&m->changes);
  vec_free(&m->next);
  *m = (struct marking){0};
}
