/* Locks of every kind, conditions and barriers, for the brute force: POSIX and
 * C11 as they are written, and glibc where they leave a choice. */
#include <errno.h>
#include <string.h>

#include "brute_state.h"

/* --- when --------------------------------------------------------------- */

static bool has_readers(const struct state *s, unsigned lock) {
  for (unsigned u = 0; u < THREADS; u++)
    if (s->readers[lock][u])
      return true;
  return false;
}

unsigned lock_waiters(const struct state *s, unsigned cond) {
  unsigned set = 0;
  for (unsigned u = 0; u < THREADS; u++)
    if (s->t[u].status == RUNNING && s->t[u].waits == cond + 1 &&
        !s->t[u].woken)
      set |= 1u << u;
  return set;
}

bool lock_ready(const struct world *w, const struct state *s, unsigned t,
                const struct instr *i) {
  unsigned k = i->object, self = t + 1, kind;
  switch (i->statement) {
  case S_LOCK:
    kind = w->code->program->mutex_kind[k];
    return !s->owner[k] || (s->owner[k] == self &&
                            (mutex_is_recursive(kind) || mutex_checks(kind)));
  case S_RDLOCK:
    return !s->writer[k] || s->writer[k] == self;
  case S_WRLOCK:
    return s->writer[k] == self || (!s->writer[k] && !has_readers(s, k));
  case S_SPIN:
    return !s->spin[k];
  case S_P:
    return s->sem[k] > 0;
  default:
    return true;
  }
}

/* --- mutexes and conditions --------------------------------------------- */

/* Puts it in front of those that t holds, or takes it away from there. */
static void holds_robust(struct state *s, unsigned t, unsigned k, bool does) {
  uint8_t *list = s->t[t].robust, next[MUTEXES + 1] = {0};
  unsigned n = 0;
  if (does)
    next[n++] = (uint8_t)(k + 1);
  for (unsigned i = 0; i < MUTEXES; i++)
    if (list[i] && list[i] != k + 1)
      next[n++] = list[i];
  memcpy(list, next, MUTEXES);
}

/* 0 or the error.  Whether an error synchronizes is left open. */
static int take(const struct world *w, struct state *s, unsigned t,
                unsigned k) {
  if (s->orphan[k] == LOST && w->lenient)
    order_acquire(s, t, AT_MUTEX + k);
  if (s->orphan[k] == LOST)
    return ENOTRECOVERABLE;
  s->owner[k] = (uint8_t)(t + 1);
  s->count[k] = 1;
  order_acquire(s, t, AT_MUTEX + k);
  if (mutex_is_robust(w->code->program->mutex_kind[k]))
    holds_robust(s, t, k, true);
  return s->orphan[k] == ORPHAN ? EOWNERDEAD : 0;
}

static void give(struct state *s, unsigned t, unsigned k) {
  s->owner[k] = 0;
  if (s->orphan[k] == ORPHAN)
    s->orphan[k] = LOST;
  holds_robust(s, t, k, false);
  order_release(s, t, AT_MUTEX + k);
}

/* The thread ends with it. */
void lock_leave_orphan(struct state *s, unsigned t) {
  unsigned k = s->t[t].robust[0] - 1u;
  give(s, t, k);
  s->orphan[k] = ORPHAN;
  s->count[k] = 0;
}

static int make_consistent(struct state *s, unsigned t, unsigned k) {
  if (s->owner[k] != t + 1 || s->orphan[k] != ORPHAN)
    return EINVAL;
  s->orphan[k] = CARED_FOR;
  return 0;
}

/* 0 or the error. */
static int lock(const struct world *w, struct state *s, unsigned t,
                const struct instr *i) {
  unsigned k = i->object, kind = w->code->program->mutex_kind[k];
  if (!s->owner[k])
    return take(w, s, t, k);
  bool own = s->owner[k] == t + 1;
  if (own && mutex_is_recursive(kind)) {
    s->count[k]++;
    return 0;
  }
  if (own && mutex_checks(kind) && i->statement != S_TRYLOCK)
    return EDEADLK;
  return i->statement == S_TRYLOCK ? EBUSY
         : i->k == LIMIT_INVALID   ? EINVAL
                                   : ETIMEDOUT;
}

static int unlock(const struct world *w, struct state *s, unsigned t,
                  const struct instr *i) {
  unsigned k = i->object;
  if (s->owner[k] != t + 1) {
    unsigned kind = w->code->program->mutex_kind[k];
    if (kind != M_NORMAL && kind != M_ADAPTIVE)
      return EPERM;
    state_fail(s, t, i->fail);
    return 0;
  }
  if (!--s->count[k])
    give(s, t, k);
  return 0;
}

static void wake(struct state *s, unsigned by, unsigned u) {
  s->t[u].woken = 1;
  s->t[u].waits = 0;
  s->clock[AT_WOKEN + u] = s->clock[AT_NOW + by];
}

static void notify(struct state *s, unsigned t, const struct instr *i,
                   unsigned way) {
  unsigned set = lock_waiters(s, i->object);
  for (unsigned u = 0; u < THREADS; u++) {
    if (!(set >> u & 1))
      continue;
    if (i->statement == S_BROADCAST || !way--)
      wake(s, t, u);
  }
  order_release(s, t, AT_NOW + t); /* what comes later is no part of it */
}

static void wait_begin(struct state *s, unsigned t, const struct instr *i) {
  struct runner *r = &s->t[t];
  unsigned m = i->mutex;
  if (s->owner[m] != t + 1) {
    state_fail(s, t, i->fail);
    return;
  }
  r->waits = i->object + 1;
  r->woken = 0;
  if (!--s->count[m]) /* else a recursive one, which is not free then */
    give(s, t, m);
}

static void wait_wake(const struct world *w, struct state *s, unsigned t,
                      const struct instr *i) {
  struct runner *r = &s->t[t];
  if (i->statement == S_TIMEDWAIT)
    state_set(r, i, r->woken ? 0 : state_error(w, ETIMEDOUT));
  r->waits = 0;
}

static void wait_end(const struct world *w, struct state *s, unsigned t,
                     const struct instr *i) {
  struct runner *r = &s->t[t];
  int failed = 0;
  if (s->owner[i->mutex])
    s->count[i->mutex]++;
  else
    failed = take(w, s, t, i->mutex);
  if (r->woken)
    order_acquire(s, t, AT_WOKEN + t);
  if (i->statement == S_WAIT || failed)
    state_set(r, i, state_error(w, failed));
  s->clock[AT_WOKEN + t] = (struct clock){0};
  r->woken = 0;
}

/* --- read-write locks, spin locks, semaphores, barriers ----------------- */

static int rwlock(struct state *s, unsigned t, unsigned k, bool write,
                  int failure) {
  if (s->writer[k] == t + 1 && failure != EBUSY)
    return EDEADLK;
  if (s->writer[k] || (write && has_readers(s, k)))
    return failure;
  order_acquire(s, t, AT_WRITERS + k);
  if (write) {
    s->writer[k] = (uint8_t)(t + 1);
    order_acquire(s, t, AT_READERS + k);
  } else {
    s->readers[k][t]++;
  }
  return 0;
}

static void rwunlock(struct state *s, unsigned t, const struct instr *i) {
  unsigned k = i->object;
  if (s->writer[k] == t + 1) {
    s->writer[k] = 0;
    order_release(s, t, AT_WRITERS + k);
  } else if (s->readers[k][t]) {
    s->readers[k][t]--;
    order_release(s, t, AT_READERS + k);
  } else {
    state_fail(s, t, i->fail);
  }
}

static int spin(struct state *s, unsigned t, unsigned k) {
  if (s->spin[k])
    return EBUSY;
  s->spin[k] = (uint8_t)(t + 1);
  order_acquire(s, t, AT_SPIN + k);
  return 0;
}

static void spin_unlock(struct state *s, unsigned t, const struct instr *i) {
  unsigned k = i->object;
  if (s->spin[k] != t + 1) {
    state_fail(s, t, i->fail);
    return;
  }
  s->spin[k] = 0;
  order_release(s, t, AT_SPIN + k);
}

static int take_one(struct state *s, unsigned t, unsigned k) {
  if (!s->sem[k])
    return 1;
  s->sem[k]--;
  order_acquire(s, t, AT_SEM + k);
  return 0;
}

/* Nobody knows which thread of a round is the serial one; it is drawn with the
 * last that comes, if anybody asks. */
unsigned lock_serials(const struct world *w, const struct state *s, unsigned t,
                      unsigned k) {
  unsigned count = w->code->program->barrier_count;
  bool last = __builtin_popcount(s->arrived[k] | 1u << t) == (int)count;
  return last && w->code->asks_serial ? count : 1;
}

static void arrive(const struct world *w, struct state *s, unsigned t,
                   unsigned k, unsigned way) {
  order_release(s, t, AT_BARRIER + k);
  s->arrived[k] |= (uint8_t)(1u << t);
  if (__builtin_popcount(s->arrived[k]) < w->code->program->barrier_count)
    return;
  for (unsigned u = 0; u < THREADS; u++) {
    if (!(s->arrived[k] >> u & 1))
      continue;
    s->clock[AT_WOKEN + u] = s->clock[AT_BARRIER + k];
    if (w->code->asks_serial && !way--)
      s->serial[k] = (uint8_t)(u + 1);
  }
  s->leaving[k] |= s->arrived[k];
  s->arrived[k] = 0;
  s->clock[AT_BARRIER + k] = (struct clock){0};
}

static void pass(struct state *s, unsigned t, unsigned k) {
  s->leaving[k] &= (uint8_t) ~(1u << t);
  order_acquire(s, t, AT_WOKEN + t);
  s->clock[AT_WOKEN + t] = (struct clock){0};
}

void lock_step(const struct world *w, struct state *s, unsigned t,
               const struct instr *i, unsigned way) {
  struct runner *r = &s->t[t];
  unsigned k = i->object;
  switch (i->statement) {
  case S_LOCK:
  case S_TRYLOCK:
  case S_TIMEDLOCK:
    state_set(r, i, state_error(w, lock(w, s, t, i)));
    break;
  case S_UNLOCK:
    state_set(r, i, state_error(w, unlock(w, s, t, i)));
    break;
  case S_CONSISTENT:
    state_set(r, i, make_consistent(s, t, k));
    break;
  case S_SIGNAL:
  case S_BROADCAST:
    notify(s, t, i, way);
    break;
  case S_RDLOCK:
  case S_WRLOCK:
    state_set(r, i, rwlock(s, t, k, i->statement == S_WRLOCK, 0));
    break;
  case S_TRYRDLOCK:
  case S_TRYWRLOCK:
    state_set(r, i, rwlock(s, t, k, i->statement == S_TRYWRLOCK, EBUSY));
    break;
  case S_TIMEDRDLOCK:
  case S_TIMEDWRLOCK:
    state_set(r, i, rwlock(s, t, k, i->statement == S_TIMEDWRLOCK, ETIMEDOUT));
    break;
  case S_RWUNLOCK:
    rwunlock(s, t, i);
    break;
  case S_SPIN:
  case S_TRYSPIN:
    state_set(r, i, spin(s, t, k));
    break;
  case S_SPINUNLOCK:
    spin_unlock(s, t, i);
    break;
  case S_P:
  case S_TRYP:
  case S_TIMEDP:
    state_set(r, i, take_one(s, t, k));
    break;
  case S_V:
    s->sem[k]++;
    order_release(s, t, AT_SEM + k);
    break;
  case S_GETVALUE:
    state_set(r, i, s->sem[k]);
    if (w->lenient)
      order_acquire(s, t, AT_SEM + k);
    break;
  }
}

void lock_wait(const struct world *w, struct state *s, unsigned t,
               const struct instr *i) {
  if (i->op == I_WAIT_BEGIN)
    wait_begin(s, t, i);
  else if (i->op == I_WAIT_WAKE)
    wait_wake(w, s, t, i);
  else
    wait_end(w, s, t, i);
}

void lock_barrier(const struct world *w, struct state *s, unsigned t,
                  const struct instr *i, unsigned way) {
  unsigned k = i->object;
  if (i->op == I_BARRIER_BEGIN) {
    arrive(w, s, t, k, way);
    return;
  }
  pass(s, t, k);
  state_set(&s->t[t], i, s->serial[k] == t + 1);
  if (!s->leaving[k])
    s->serial[k] = 0;
}
