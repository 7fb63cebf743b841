/* What operations show of the objects that they are on: whether a lock is held,
 * how much a semaphore has, who holds a read-write lock (readers, and writers
 * << 32), the messages of a port (and its free places << 32), what a stream lets
 * pass. */
#include "base/hash.h"
#include "base/sound.h"
#include "sched/unfold/unfold.h"

/* Whether it is held; an attempt fails where it is, an unlock where it is
 * not one's own. */
static uint64_t lock_after(const struct event *e) {
  bool failed = e->flags & EVENT_FAILED;
  return e->kind == OP_LOCK     ? !failed
         : e->kind == OP_UNLOCK ? failed && e->value
                                : e->kind == OP_TRYLOCK;
}

static uint64_t sem_after(const struct event *e) {
  bool failed = e->flags & EVENT_FAILED;
  switch (e->kind) {
  case OP_SEM_P:
  case OP_SEM_TRYP:
    return failed ? e->value : e->value - (e->value > 0);
  case OP_SEM_V:
    return e->value + !failed;
  case OP_SEM_INIT:
  case OP_SEM_DESTROY:
    return e->value >> 32;
  default:
    return e->value;
  }
}

static uint64_t rw_after(const struct event *e) {
  const uint64_t writer = (uint64_t)1 << 32;
  bool failed = e->flags & EVENT_FAILED;
  switch (e->kind) {
  case OP_WRLOCK:
    return e->value + writer;
  case OP_TRYWRLOCK:
    return failed ? e->value : e->value + writer;
  case OP_TRYRDLOCK:
    return failed ? e->value : e->value + 1;
  case OP_RWUNLOCK:
    return e->value >= writer ? e->value - writer : e->value;
  default:
    return 0;
  }
}

static uint64_t port_after(const struct event *e) {
  const uint64_t place = (uint64_t)1 << 32;
  return e->flags & EVENT_FAILED ? e->value
         : e->kind == OP_SEND ? e->value + 1 - place : e->value - 1 + place;
}

uint64_t unf_value_after(const struct event *e) {
  EXPECTS(e->kind < OP_COUNT);
  switch (OP_CLASS(e->kind)) {
  case CLASS_LOCK:
    return lock_after(e);
  case CLASS_SEM:
    return sem_after(e);
  case CLASS_RWLOCK:
    return rw_after(e);
  case CLASS_PORT:
    return port_after(e);
  case CLASS_STREAM:
    return e->value >> 32;
  case CLASS_GLOBAL:
    return e->kind == OP_QUIT ? e->value : 0;
  default:
    return 0;
  }
}

uint32_t unf_after(struct unfold *u, uint64_t value) {
  bool added;
  if (!value)
    return 0;
  uint64_t *id = map_at(&u->after_ids, value, &added);
  if (added) {
    *id = u->afters.len;
    vec_push(&u->afters, value);
  }
  return (uint32_t)*id;
}

/* What an operation shows of the state it finds. */
static uint64_t value_before(const struct event *e) {
  bool pending = e->flags & EVENT_PENDING;
  if (OP_CLASS(e->kind) == CLASS_SEM || OP_CLASS(e->kind) == CLASS_STREAM)
    return (uint32_t)e->value;
  if (OP_CLASS(e->kind) != CLASS_LOCK)
    return e->value;
  if (e->kind == OP_LOCK)
    return pending && !(e->flags & EVENT_READY);
  if (e->kind == OP_TRYLOCK)
    return pending ? 0 : (e->flags & EVENT_FAILED) != 0;
  return e->kind == OP_UNLOCK && (!(e->flags & EVENT_FAILED) || e->value);
}

static bool has_value(const struct event *e) {
  return UNF_HAVE_VALUES >> OP_CLASS(e->kind) & 1;
}

static uint64_t key_of(const struct event *e, uint64_t state) {
  return hash_pair(hash_pair(object_bare(e->object), OP_CLASS(e->kind)),
                   state);
}

void unf_note_value(struct unfold *u, const struct event *e, uint64_t state) {
  if (!has_value(e) || (e->flags & EVENT_WOKEN && e->flags & EVENT_PENDING))
    return;
  uint64_t key = key_of(e, state);
  if (!map_get(&u->values, key))
    map_put(&u->values, key, value_before(e));
}

/* Readers count, where nobody can come between. */
static uint64_t value_after_inside(const struct event *e) {
  return e->kind == OP_RDLOCK     ? e->value + 1
         : e->kind == OP_RDUNLOCK ? e->value - ((uint32_t)e->value > 0)
                                  : unf_value_after(e);
}

static void set_free(struct unfold *u, unf_id e, uint64_t threads) {
  EXPECTS(e && e < u->at.len);
  bool added;
  if (threads)
    *map_at(&u->chosen, e, &added) |= threads;
}

void unf_choose(struct unfold *u, unf_id e, const struct event *by) {
  if (by->kind == OP_SIGNAL && by->value)
    set_free(u, e, (uint64_t)1 << (by->value - 1) % THREADS_WORD);
  if (by->kind == OP_BROADCAST)
    set_free(u, e, by->value);
}

void unf_note_block(struct unfold *u, unf_id r, const struct event *from,
                    const struct event *end) {
  EXPECTS(r && r < u->at.len && from <= end);
  unf_id up = u->at.at[r].up;
  if (u->at.at[up].flags & UNF_OPEN)
    /* who was chosen before an input in the block */
    set_free(u, r, unf_chosen(u, up));
  for (const struct event *e = from; e < end && e->flags & EVENT_SILENT; e++) {
    if (e->flags & EVENT_PENDING || e->thread != u->at.at[r].thread)
      continue;
    if (has_value(e))
      map_put(&u->values, key_of(e, r), value_after_inside(e));
    unf_choose(u, r, e);
    u->mixed |= e->kind == OP_ARRIVE;
  }
}
