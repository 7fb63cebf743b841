/* What each instruction does, and when it can: POSIX and C11 as they are
 * written, and glibc where they leave a choice. */
#include <errno.h>
#include <string.h>
#include <threads.h>

#include "brute_state.h"

enum { LOCAL_MOST = 500 }; /* more in a row: it goes round without a step */

static const struct instr *at(const struct world *w, const struct state *s,
                              unsigned t) {
  return &w->code->at[t][s->t[t].pc];
}

static int16_t value_of(const struct runner *r, struct value v) {
  if (v.reg == NOWHERE)
    return v.plus;
  return v.plus ? (r->reg[v.reg] + v.plus) & 7 : r->reg[v.reg];
}

static bool compares(int16_t a, unsigned cmp, int16_t b) {
  switch (cmp) {
  case EQUAL:
    return a == b;
  case UNEQUAL:
    return a != b;
  case LESS:
    return a < b;
  default:
    return a > b;
  }
}

static bool holds(const struct runner *r, const struct instr *i) {
  return compares(i->from_tmp ? r->tmp : value_of(r, i->value), i->cmp, i->k);
}

static void set(struct runner *r, const struct instr *i, int value) {
  if (i->reg != NOWHERE)
    r->reg[i->reg] = (int16_t)value;
}

/* The error of a POSIX function, or what its C11 sister makes of it. */
static int error(const struct world *w, int e) {
  if (!w->code->program->c11)
    return e;
  return e == 0           ? thrd_success
         : e == EBUSY     ? thrd_busy
         : e == ETIMEDOUT ? thrd_timedout
                          : thrd_error;
}

static void fail(struct state *s, unsigned t, unsigned number) {
  s->t[t].status = FAILED;
  s->failed |= UINT64_C(1) << number;
}

/* --- what nobody sees --------------------------------------------------- */

static void create(const struct world *w, struct state *s, unsigned t,
                   unsigned child);

static void leave(struct state *s, unsigned t) {
  struct runner *r = &s->t[t];
  r->status = FINISHED;
  r->result = (uint8_t)program_result(r->reg);
  memset(r->reg, 0, sizeof r->reg);
  r->tmp = 0;
  r->own = r->keeps = 0;
}

/* Runs a thread up to its next visible instruction. */
static void run_on(const struct world *w, struct state *s, unsigned t) {
  struct runner *r = &s->t[t];
  for (unsigned n = 0; r->status == RUNNING; n++) {
    const struct instr *i = at(w, s, t);
    if (i->op > I_LAST_LOCAL)
      return;
    if (n == LOCAL_MOST) {
      s->endless = 1;
      r->status = STOPPED;
      return;
    }
    r->pc++;
    switch (i->op) {
    case I_SET:
      set(r, i, value_of(r, i->value));
      break;
    case I_JUMP:
      r->pc = i->target;
      break;
    case I_BRANCH:
      if (!holds(r, i))
        r->pc = i->target;
      break;
    case I_ASSERT:
      if (!holds(r, i))
        fail(s, t, i->fail);
      break;
    case I_ASSUME:
      if (!holds(r, i)) {
        r->status = STOPPED;
        s->assumed = 1;
      }
      break;
    case I_ATOMIC_END:
      if (--s->nested)
        break;
      s->block = 0;
      if (w->lenient)
        order_release(s, t, AT_BLOCK);
      break;
    case I_OWN:
      set(r, i, ++r->own);
      break;
    case I_FAIL:
      fail(s, t, i->fail);
      break;
    case I_FENCE:
      order_fence(s, t, i->order);
      break;
    case I_LEAVE:
      leave(s, t);
      break;
    case I_CREATE:
      create(w, s, t, i->object);
      break;
    }
  }
  if (s->block == t + 1)
    s->block = s->nested = 0;
}

static void create(const struct world *w, struct state *s, unsigned t,
                   unsigned child) {
  if (s->t[child].status != UNBORN)
    return;
  s->t[child].status = RUNNING;
  order_create(s, t, child);
  run_on(w, s, child);
}

void state_begin(const struct world *w, struct state *s) {
  const struct program *p = w->code->program;
  memset(s, 0, sizeof *s);
  for (unsigned i = 0; i < VARS; i++)
    s->memory[i * VAR_SIZE] = p->initial[i];
  for (unsigned i = 0; i < SEMS; i++)
    s->sem[i] = p->sem_initial[i];
  s->t[0].status = RUNNING;
  s->clock[AT_NOW].at[0] = 1;
  run_on(w, s, 0);
}

/* --- when --------------------------------------------------------------- */

static bool has_readers(const struct state *s, unsigned lock) {
  for (unsigned u = 0; u < THREADS; u++)
    if (s->readers[lock][u])
      return true;
  return false;
}

static unsigned waiters(const struct state *s, unsigned cond) {
  unsigned set = 0;
  for (unsigned u = 0; u < THREADS; u++)
    if (s->t[u].status == RUNNING && s->t[u].waits == cond + 1 &&
        !s->t[u].woken)
      set |= 1u << u;
  return set;
}

/* An operation that waits until it can be done. */
static bool lock_ready(const struct world *w, const struct state *s, unsigned t,
                       const struct instr *i) {
  unsigned k = i->object, self = t + 1;
  switch (i->statement) {
  case S_LOCK:
    return !s->owner[k] ||
           (s->owner[k] == self && w->code->program->mutex_kind[k] != M_NORMAL);
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

unsigned state_ways(const struct world *w, const struct state *s, unsigned t) {
  const struct runner *r = &s->t[t];
  if (r->status != RUNNING || s->exited || (s->block && s->block != t + 1))
    return 0;
  const struct instr *i = at(w, s, t);
  switch (i->op) {
  case I_INPUT:
    return (unsigned)i->k + 1;
  case I_LOCK:
    if (i->statement == S_SIGNAL) {
      unsigned n = (unsigned)__builtin_popcount(waiters(s, i->object));
      return n ? n : 1;
    }
    return lock_ready(w, s, t, i);
  case I_WAIT_END:
    return (!s->owner[i->mutex] || s->owner[i->mutex] == t + 1) &&
           (r->woken || i->statement == S_TIMEDWAIT ||
            w->code->program->spurious);
  case I_ONCE_BEGIN:
    return !s->once || s->once == ONCE_DONE;
  case I_BARRIER_END:
    return s->leaving[i->object] >> t & 1;
  case I_JOIN: {
    const struct runner *child = &s->t[i->object];
    return i->statement != S_JOIN || child->status == FINISHED ||
           child->joined || child->detached;
  }
  default:
    return 1;
  }
}

/* --- memory ------------------------------------------------------------- */

static int16_t load(const struct state *s, const struct site *at) {
  return at->size == 1
             ? s->memory[at->at]
             : (int16_t)(s->memory[at->at] | s->memory[at->at + 1] << 8);
}

static void store(struct state *s, const struct site *at, int16_t value) {
  s->memory[at->at] = (uint8_t)value;
  if (at->size > 1)
    s->memory[at->at + 1] = (uint8_t)(value >> 8);
}

/* Whether a plain access to a variable is one of an atomic block, and gives and
 * takes as one that is atomic by itself: that is left open. */
static bool as_atomic(const struct world *w, const struct state *s, unsigned t,
                      unsigned at) {
  return w->lenient && s->block == t + 1 && at < MEM_HANDLES;
}

static void step_load(const struct world *w, struct state *s, unsigned t,
                      const struct instr *i) {
  const struct site *a = &w->code->site[i->site];
  if (i->order != PLAIN) /* what it acquires is before it */
    order_atomic_load(s, t, i->object, i->order);
  else if (as_atomic(w, s, t, a->at))
    order_atomic_load(s, t, a->at / VAR_SIZE, ACQUIRE);
  order_access(w, s, t, i->site);
  if (a->at == MEM_BLOCK && s->freed) {
    fail(s, t, i->fail);
    return;
  }
  int16_t value = load(s, a);
  if (i->reg == NOWHERE)
    s->t[t].tmp = value;
  else
    s->t[t].reg[i->reg] = value;
}

static void step_store(const struct world *w, struct state *s, unsigned t,
                       const struct instr *i) {
  struct runner *r = &s->t[t];
  unsigned at = w->code->site[i->site].at;
  order_access(w, s, t, i->site);
  if (i->order != PLAIN)
    order_atomic_store(w, s, t, i->object, i->order);
  else if (as_atomic(w, s, t, at))
    order_atomic_store(w, s, t, at / VAR_SIZE, RELEASE);
  else if (at < MEM_HANDLES)
    order_plain_store(w, s, at / VAR_SIZE);
  if (at == MEM_BLOCK && s->freed) {
    fail(s, t, i->fail);
    return;
  }
  store(s, &w->code->site[i->site],
        i->from_tmp ? r->tmp + i->k : value_of(r, i->value));
  r->tmp = 0;
}

static void step_pick(const struct world *w, struct state *s, unsigned t,
                      const struct instr *i) {
  struct runner *r = &s->t[t];
  unsigned site = value_of(r, i->other) & 1 ? i->read : i->site;
  order_access(w, s, t, site);
  if (i->statement == S_LOAD_AT)
    set(r, i, load(s, &w->code->site[site]));
  else
    store(s, &w->code->site[site], value_of(r, i->value));
}

static void step_update(const struct world *w, struct state *s, unsigned t,
                        const struct instr *i) {
  struct runner *r = &s->t[t];
  const struct site *a = &w->code->site[i->site];
  int16_t old = load(s, a);
  if (i->statement == S_CAS && old != value_of(r, i->other)) {
    order_atomic_load(s, t, i->object, i->failure);
    order_access(w, s, t, i->read);
    set(r, i, 0);
    return;
  }
  unsigned order = i->statement == S_ADD ? SEQ_CST : i->order;
  order_atomic_load(s, t, i->object, order);
  order_access(w, s, t, i->site);
  order_atomic_update(s, t, i->object, order);
  if (i->statement == S_ADD || i->statement == S_FETCH_ADD)
    store(s, a, old + i->k);
  else
    store(s, a, value_of(r, i->value));
  if (i->statement != S_ADD)
    set(r, i, i->statement == S_CAS ? 1 : old);
}

/* --- mutexes and conditions --------------------------------------------- */

static void take(struct state *s, unsigned t, unsigned k) {
  s->owner[k] = (uint8_t)(t + 1);
  s->count[k] = 1;
  order_acquire(s, t, AT_MUTEX + k);
}

/* 0 or the error. */
static int lock(const struct world *w, struct state *s, unsigned t,
                const struct instr *i) {
  unsigned k = i->object, kind = w->code->program->mutex_kind[k];
  if (!s->owner[k]) {
    take(s, t, k);
    return 0;
  }
  bool own = s->owner[k] == t + 1;
  if (own && kind == M_RECURSIVE) {
    s->count[k]++;
    return 0;
  }
  if (own && kind == M_ERRORCHECK && i->statement != S_TRYLOCK)
    return EDEADLK;
  return i->statement == S_TRYLOCK ? EBUSY : ETIMEDOUT;
}

static int unlock(const struct world *w, struct state *s, unsigned t,
                  const struct instr *i) {
  unsigned k = i->object;
  if (s->owner[k] != t + 1) {
    if (w->code->program->mutex_kind[k] != M_NORMAL)
      return EPERM;
    fail(s, t, i->fail);
    return 0;
  }
  if (--s->count[k])
    return 0;
  s->owner[k] = 0;
  order_release(s, t, AT_MUTEX + k);
  return 0;
}

static void wake(struct state *s, unsigned by, unsigned u) {
  s->t[u].woken = 1;
  s->t[u].waits = 0;
  s->clock[AT_WOKEN + u] = s->clock[AT_NOW + by];
}

static void notify(struct state *s, unsigned t, const struct instr *i,
                   unsigned way) {
  unsigned set = waiters(s, i->object);
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
    fail(s, t, i->fail);
    return;
  }
  r->waits = i->object + 1;
  r->woken = 0;
  if (--s->count[m]) /* a recursive one is not free then */
    return;
  s->owner[m] = 0;
  order_release(s, t, AT_MUTEX + m);
}

static void wait_wake(const struct world *w, struct state *s, unsigned t,
                      const struct instr *i) {
  struct runner *r = &s->t[t];
  if (i->statement == S_TIMEDWAIT)
    set(r, i, r->woken ? 0 : error(w, ETIMEDOUT));
  r->waits = 0;
}

static void wait_end(struct state *s, unsigned t, const struct instr *i) {
  struct runner *r = &s->t[t];
  if (s->owner[i->mutex])
    s->count[i->mutex]++;
  else
    take(s, t, i->mutex);
  if (r->woken)
    order_acquire(s, t, AT_WOKEN + t);
  if (i->statement == S_WAIT)
    set(r, i, 0);
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
    fail(s, t, i->fail);
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
    fail(s, t, i->fail);
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

static void arrive(const struct world *w, struct state *s, unsigned t,
                   unsigned k) {
  order_release(s, t, AT_BARRIER + k);
  s->arrived[k] |= (uint8_t)(1u << t);
  if (__builtin_popcount(s->arrived[k]) < w->code->program->barrier_count)
    return;
  for (unsigned u = 0; u < THREADS; u++)
    if (s->arrived[k] >> u & 1)
      s->clock[AT_WOKEN + u] = s->clock[AT_BARRIER + k];
  s->leaving[k] |= s->arrived[k];
  s->arrived[k] = 0;
  s->clock[AT_BARRIER + k] = (struct clock){0};
}

static void pass(struct state *s, unsigned t, unsigned k) {
  s->leaving[k] &= (uint8_t) ~(1u << t);
  order_acquire(s, t, AT_WOKEN + t);
  s->clock[AT_WOKEN + t] = (struct clock){0};
}

/* Everything of I_LOCK. */
static void step_lock(const struct world *w, struct state *s, unsigned t,
                      const struct instr *i, unsigned way) {
  struct runner *r = &s->t[t];
  unsigned k = i->object;
  switch (i->statement) {
  case S_LOCK:
  case S_TRYLOCK:
  case S_TIMEDLOCK:
    set(r, i, error(w, lock(w, s, t, i)));
    break;
  case S_UNLOCK:
    set(r, i, error(w, unlock(w, s, t, i)));
    break;
  case S_SIGNAL:
  case S_BROADCAST:
    notify(s, t, i, way);
    break;
  case S_RDLOCK:
  case S_WRLOCK:
    set(r, i, rwlock(s, t, k, i->statement == S_WRLOCK, 0));
    break;
  case S_TRYRDLOCK:
  case S_TRYWRLOCK:
    set(r, i, rwlock(s, t, k, i->statement == S_TRYWRLOCK, EBUSY));
    break;
  case S_TIMEDRDLOCK:
  case S_TIMEDWRLOCK:
    set(r, i, rwlock(s, t, k, i->statement == S_TIMEDWRLOCK, ETIMEDOUT));
    break;
  case S_RWUNLOCK:
    rwunlock(s, t, i);
    break;
  case S_SPIN:
  case S_TRYSPIN:
    set(r, i, spin(s, t, k));
    break;
  case S_SPINUNLOCK:
    spin_unlock(s, t, i);
    break;
  case S_P:
  case S_TRYP:
  case S_TIMEDP:
    set(r, i, take_one(s, t, k));
    break;
  case S_V:
    s->sem[k]++;
    order_release(s, t, AT_SEM + k);
    break;
  case S_GETVALUE:
    set(r, i, s->sem[k]);
    if (w->lenient)
      order_acquire(s, t, AT_SEM + k);
    break;
  }
}

/* --- keys -------------------------------------------------------------- */

static void step_key(struct state *s, unsigned t, const struct instr *i) {
  struct runner *r = &s->t[t];
  switch (i->statement) {
  case S_KEY_SET:
    set(r, i, s->deleted ? EINVAL : 0);
    r->keeps = !s->deleted;
    break;
  case S_KEY_GET:
    set(r, i, r->keeps && !s->deleted);
    break;
  case S_KEY_DELETE:
    set(r, i, s->deleted ? EINVAL : 0);
    s->deleted = 1;
    break;
  }
}

/* --- threads ------------------------------------------------------------ */

static void step_join(struct state *s, unsigned t, const struct instr *i) {
  struct runner *r = &s->t[t], *child = &s->t[i->object];
  if (child->joined || child->detached) {
    fail(s, t, i->fail);
    return;
  }
  if (i->statement == S_DETACH) {
    child->detached = 1;
    return;
  }
  if (child->status != FINISHED) {
    set(r, i, i->statement == S_TRYJOIN ? EBUSY : ETIMEDOUT);
    return;
  }
  child->joined = 1;
  order_join(s, t, i->object);
  if (i->statement == S_JOIN) {
    if (i->reg != NOWHERE)
      set(r, i, (r->reg[i->reg] * 7 + child->result) & 255);
  } else {
    set(r, i, 0);
  }
}

static void step_exit(const struct world *w, struct state *s, unsigned t,
                      const struct instr *i) {
  s->exited = 1;
  s->t[t].status = FINISHED;
  s->code = (uint8_t)(i->statement == S_EXIT
                          ? i->k
                          : program_exit_code(w->code->program, s->t[t].reg));
}

void state_step(const struct world *w, struct state *s, unsigned t,
                unsigned way) {
  const struct instr *i = at(w, s, t);
  struct runner *r = &s->t[t];
  r->pc++;
  switch (i->op) {
  case I_LOAD:
    step_load(w, s, t, i);
    break;
  case I_STORE:
    step_store(w, s, t, i);
    break;
  case I_RMW:
    step_update(w, s, t, i);
    break;
  case I_INPUT:
    set(r, i, (int)way);
    break;
  case I_ATOMIC_BEGIN:
    s->block = (uint8_t)(t + 1);
    if (!s->nested++)
      order_acquire(s, t, AT_BLOCK);
    break;
  case I_PICK:
    step_pick(w, s, t, i);
    break;
  case I_FREE:
    order_access(w, s, t, i->site);
    if (s->freed)
      fail(s, t, i->fail);
    s->freed = 1;
    break;
  case I_ONCE_BEGIN:
    order_acquire(s, t, AT_ONCE);
    if (s->once == ONCE_DONE)
      r->pc = i->target;
    else
      s->once = (uint8_t)(t + 1);
    break;
  case I_ONCE_END:
    s->once = ONCE_DONE;
    order_release(s, t, AT_ONCE);
    break;
  case I_KEY:
    step_key(s, t, i);
    break;
  case I_KEY_END:
    if (s->deleted || !r->keeps)
      r->pc = i->target;
    r->keeps = 0;
    break;
  case I_LOCK:
    step_lock(w, s, t, i, way);
    break;
  case I_WAIT_BEGIN:
    wait_begin(s, t, i);
    break;
  case I_WAIT_WAKE:
    wait_wake(w, s, t, i);
    break;
  case I_WAIT_END:
    wait_end(s, t, i);
    break;
  case I_BARRIER_BEGIN:
    arrive(w, s, t, i->object);
    break;
  case I_BARRIER_END:
    pass(s, t, i->object);
    break;
  case I_JOIN:
    step_join(s, t, i);
    break;
  case I_END:
    leave(s, t);
    break;
  case I_EXIT:
    step_exit(w, s, t, i);
    break;
  }
  run_on(w, s, t);
}
