/* What each instruction does, and when it can: POSIX and C11 as they are
 * written, and glibc where they leave a choice. */
#include <errno.h>
#include <string.h>
#include <threads.h>

#include "brute_state.h"

enum { WHERE_NOT = 9 };
enum { LOCAL_MOST = 500 }; /* more in a row: it goes round without a step */

static const struct instr *at(const struct world *w, const struct state *s,
                              unsigned t) {
  return &w->code->at[t][s->t[t].pc];
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
  bool turns = i->statement == S_WHILE && i->value.reg != NOWHERE;
  return compares(i->from_tmp ? r->tmp : state_value(r, i->value), i->cmp,
                  turns ? state_value(r, i->value) : i->k);
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
    bool nothing = i->op == I_ORPHAN && !r->robust[0];
    if (i->op > I_LAST_LOCAL && !nothing)
      return;
    if (n == LOCAL_MOST) {
      s->endless = 1;
      r->status = STOPPED;
      return;
    }
    r->pc++;
    switch (i->op) {
    case I_SET:
      state_set(r, i, state_value(r, i->value));
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
        state_fail(s, t, i->fail);
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
      state_set(r, i, ++r->own);
      break;
    case I_FAIL:
      state_fail(s, t, i->fail);
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
  for (unsigned i = 0; i < STREAMS; i++)
    if (p->stream_kind[i] <= TOKENS)
      s->held[i] = p->stream_initial;
  s->memory[MEM_TEXT] = '0';
  s->t[0].status = RUNNING;
  s->clock[AT_NOW].at[0] = 1;
  run_on(w, s, 0);
}

/* --- when --------------------------------------------------------------- */

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
      unsigned n = (unsigned)__builtin_popcount(lock_waiters(s, i->object));
      return n ? n : 1;
    }
    return lock_ready(w, s, t, i);
  case I_WAIT_END:
    return (!s->owner[i->mutex] || s->owner[i->mutex] == t + 1) &&
           (r->woken || i->statement == S_TIMEDWAIT ||
            w->code->program->spurious);
  case I_ONCE_BEGIN:
    return !s->once || s->once == ONCE_DONE;
  case I_BARRIER_BEGIN:
    return lock_serials(w, s, t, i->object);
  case I_BARRIER_END:
    return s->leaving[i->object] >> t & 1;
  case I_STREAM:
  case I_WAIT_ANY:
    return stream_ways(w, s, i);
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

/* Likewise of an atomic access there: whatever its order is outside. */
static unsigned order_of(const struct world *w, const struct state *s,
                         unsigned t, unsigned order) {
  return w->lenient && s->block == t + 1 && order != PLAIN ? SEQ_CST : order;
}

static void step_load(const struct world *w, struct state *s, unsigned t,
                      const struct instr *i) {
  const struct site *a = &w->code->site[i->site];
  if (i->order != PLAIN) /* what it acquires is before it */
    order_atomic_load(s, t, i->object, order_of(w, s, t, i->order));
  else if (as_atomic(w, s, t, a->at))
    order_atomic_load(s, t, a->at / VAR_SIZE, ACQUIRE);
  order_access(w, s, t, i->site);
  if (a->at == MEM_BLOCK && s->freed) {
    state_fail(s, t, i->fail);
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
    order_atomic_store(w, s, t, i->object, order_of(w, s, t, i->order));
  else if (as_atomic(w, s, t, at))
    order_atomic_store(w, s, t, at / VAR_SIZE, RELEASE);
  else if (at < MEM_HANDLES)
    order_plain_store(w, s, at / VAR_SIZE);
  if (at == MEM_BLOCK && s->freed) {
    state_fail(s, t, i->fail);
    return;
  }
  store(s, &w->code->site[i->site],
        i->from_tmp ? r->tmp + i->k : state_value(r, i->value));
  r->tmp = 0;
}

static void step_same(const struct world *w, struct state *s, unsigned t,
                      const struct instr *i) {
  struct runner *r = &s->t[t];
  if (as_atomic(w, s, t, w->code->site[i->site].at))
    order_atomic_load(s, t, i->object, ACQUIRE);
  order_access(w, s, t, i->site);
  state_set(r, i, r->tmp == load(s, &w->code->site[i->site]));
  r->tmp = 0;
}

/* As far as it is looked at: up to where it differs from a number, or where a
 * digit is in it; what came of it. */
static int look_at_text(const uint8_t *text, const struct instr *i,
                        int *digits) {
  uint8_t word[TEXT] = {0};
  int n = 0;
  if (i->statement == S_FIND) {
    while (text[n] && text[n] != '0' + i->k)
      n++;
    *digits = n;
    return text[n] ? n : WHERE_NOT;
  }
  if (i->k >= 10)
    word[n++] = (uint8_t)('0' + i->k / 10);
  word[n] = (uint8_t)('0' + i->k % 10);
  for (n = 0; word[n] && word[n] == text[n];)
    n++;
  *digits = n;
  return word[n] == text[n];
}

static void step_text(const struct world *w, struct state *s, unsigned t,
                      const struct instr *i) {
  struct runner *r = &s->t[t];
  uint8_t *text = s->memory + MEM_TEXT;
  bool writes = i->statement == S_PRINT;
  int number = 0, digits = 0;
  if (writes) {
    number = state_value(r, i->value) % w->code->program->text_numbers;
    digits = number < 10 ? 1 : 2;
  }
  bool looks = i->statement == S_MATCH || i->statement == S_FIND;
  if (looks)
    number = look_at_text(text, i, &digits);
  for (; !writes && !looks && text[digits]; digits++)
    number = number * 10 + text[digits] - '0';
  order_access(w, s, t, i->site + (unsigned)digits);
  if (!writes) {
    state_set(r, i, i->statement == S_LENGTH ? digits : number);
    return;
  }
  text[digits] = 0;
  for (; digits--; number /= 10)
    text[digits] = (uint8_t)('0' + number % 10);
}

static void step_pick(const struct world *w, struct state *s, unsigned t,
                      const struct instr *i) {
  struct runner *r = &s->t[t];
  unsigned index = state_value(r, i->other) & 1;
  unsigned site = index ? i->read : i->site, var = VARS + index;
  const struct site *at = &w->code->site[site];
  if (!at->writes && i->order != PLAIN)
    order_atomic_load(s, t, var, i->order);
  order_access(w, s, t, site);
  if (at->writes && i->order != PLAIN)
    order_atomic_store(w, s, t, var, i->order);
  if (at->writes)
    store(s, at, state_value(r, i->value));
  else if (i->statement == S_LOAD_AT)
    state_set(r, i, load(s, at));
  else
    r->tmp = load(s, at);
}

static void step_update(const struct world *w, struct state *s, unsigned t,
                        const struct instr *i) {
  struct runner *r = &s->t[t];
  const struct site *a = &w->code->site[i->site];
  int16_t old = load(s, a);
  if (i->statement == S_CAS && old != state_value(r, i->other)) {
    order_atomic_load(s, t, i->object, order_of(w, s, t, i->failure));
    order_access(w, s, t, i->read);
    state_set(r, i, 0);
    return;
  }
  unsigned order =
      order_of(w, s, t, i->statement == S_ADD ? SEQ_CST : i->order);
  order_atomic_load(s, t, i->object, order);
  order_access(w, s, t, i->site);
  order_atomic_update(s, t, i->object, order);
  if (i->statement == S_ADD || i->statement == S_FETCH_ADD)
    store(s, a, old + i->k);
  else if (i->statement == S_UPDATE)
    store(s, a,
          i->cmp == 0   ? old | i->k
          : i->cmp == 1 ? old & i->k
                        : old ^ i->k);
  else
    store(s, a, state_value(r, i->value));
  if (i->statement != S_ADD)
    state_set(r, i, i->statement == S_CAS ? 1 : old);
}

/* --- keys -------------------------------------------------------------- */

static void step_key(struct state *s, unsigned t, const struct instr *i) {
  struct runner *r = &s->t[t];
  switch (i->statement) {
  case S_KEY_SET:
    state_set(r, i, s->deleted ? EINVAL : 0);
    r->keeps = !s->deleted;
    break;
  case S_KEY_GET:
    state_set(r, i, r->keeps && !s->deleted);
    break;
  case S_KEY_DELETE:
    state_set(r, i, s->deleted ? EINVAL : 0);
    s->deleted = 1;
    break;
  }
}

/* --- threads ------------------------------------------------------------ */

static void step_join(struct state *s, unsigned t, const struct instr *i) {
  struct runner *r = &s->t[t], *child = &s->t[i->object];
  if (child->joined || child->detached) {
    state_fail(s, t, i->fail);
    return;
  }
  if (i->statement == S_DETACH) {
    child->detached = 1;
    return;
  }
  if (child->status != FINISHED) {
    state_set(r, i, i->statement == S_TRYJOIN ? EBUSY : ETIMEDOUT);
    return;
  }
  child->joined = 1;
  order_join(s, t, i->object);
  if (i->statement == S_JOIN) {
    if (i->reg != NOWHERE)
      state_set(r, i, (r->reg[i->reg] * 7 + child->result) & 255);
  } else {
    state_set(r, i, 0);
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
    state_set(r, i, (int)way);
    break;
  case I_ATOMIC_BEGIN:
    s->block = (uint8_t)(t + 1);
    if (!s->nested++)
      order_acquire(s, t, AT_BLOCK);
    break;
  case I_SAME:
    step_same(w, s, t, i);
    break;
  case I_TEXT:
    step_text(w, s, t, i);
    break;
  case I_PICK:
    step_pick(w, s, t, i);
    break;
  case I_FREE:
    order_access(w, s, t, i->site);
    if (s->freed)
      state_fail(s, t, i->fail);
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
    lock_step(w, s, t, i, way);
    break;
  case I_WAIT_BEGIN:
  case I_WAIT_WAKE:
  case I_WAIT_END:
    lock_wait(w, s, t, i);
    break;
  case I_BARRIER_BEGIN:
  case I_BARRIER_END:
    lock_barrier(w, s, t, i, way);
    break;
  case I_STREAM:
  case I_LOOK:
  case I_WAIT_ANY:
    stream_step(w, s, t, i);
    break;
  case I_JOIN:
    step_join(s, t, i);
    break;
  case I_ORPHAN:
    lock_leave_orphan(s, t);
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
