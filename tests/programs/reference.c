#include "reference.h"

#include <stdbool.h>
#include <string.h>

#include "base/hash.h"
#include "base/map.h"
#include "base/vec.h"
#include "script.h"

/* Everything a state of a script has; compared and hashed as bytes. */
struct state {
  uint8_t op[REFERENCE_THREADS];    /* index of the operation */
  uint8_t phase[REFERENCE_THREADS]; /* of a wait, a trylock, an await */
  uint8_t looked[REFERENCE_THREADS]; /* variables a wait has read */
  uint8_t early[REFERENCE_THREADS];  /* and that were written since */
  uint8_t value[4];                 /* variables: 0, or not */
  uint8_t owner[4], wait_owner[4], writer[4]; /* 1 + thread */
  uint8_t readers[4], count[4];
  uint8_t waiting[4]; /* threads registered at a condition */
  uint8_t woken;      /* threads chosen by a signal */
  uint8_t behind[4];  /* threads behind a barrier */
  uint8_t spinning[4]; /* test-and-set locks: 0 or 1 */
  uint8_t observed;    /* threads that poll, and whose lock was tried for */
};

struct counts {
  uint64_t complete, deadlocked, early;
};

/* A phase: a wait that looked in vain stops for good. */
enum { STOPPED = 9 };

struct counter {
  const struct script *script;
  VEC(struct state) states;
  VEC(struct counts) counts;
  struct map seen; /* hash -> index + 1; a collision shows as a mismatch */
  uint64_t limit;
  bool over;
};

static bool behind_barrier(const struct state *s, unsigned t) {
  for (int k = 0; k < 4; k++)
    if (s->behind[k] >> t & 1)
      return true;
  return false;
}

static bool enabled(const struct counter *c, const struct state *s,
                    unsigned t) {
  unsigned code = c->script->ops[t][s->op[t]].code;
  unsigned k = c->script->ops[t][s->op[t]].object;
  if (s->phase[t] == STOPPED)
    return false;
  switch (code) {
  case SCRIPT_END:
    return false;
  case SCRIPT_POLL:
    return s->phase[t] || !s->owner[k];
  case SCRIPT_LOCK:
    return !s->owner[k];
  case SCRIPT_P:
    return s->count[k] > 0;
  case SCRIPT_RDLOCK:
    return !s->writer[k];
  case SCRIPT_WRLOCK:
    return !s->writer[k] && !s->readers[k];
  case SCRIPT_WAIT:
    if (s->phase[t] == 0)
      return !s->wait_owner[k];
    if (s->phase[t] == 3)
      return (s->woken >> t & 1) && !s->wait_owner[k];
    return true;
  default:
    return !behind_barrier(s, t);
  }
}

static void next_op(struct state *s, unsigned t) {
  s->op[t]++;
  s->phase[t] = s->looked[t] = s->early[t] = 0;
}

/* Whoever has looked at a variable has done so too early.  Those of
 * test-and-set locks come after the others. */
static void written(struct state *s, unsigned by, unsigned variable) {
  for (unsigned t = 0; t < REFERENCE_THREADS; t++)
    if (t != by && s->looked[t] >> variable & 1)
      s->early[t] = 1;
}

/* test-and-set */
static void step_spin(struct state *s, unsigned t, unsigned k) {
  if (s->spinning[k]) {
    s->phase[t] = STOPPED;
    s->looked[t] = (uint8_t)(16 << k);
  } else {
    s->spinning[k] = 1;
    next_op(s, t);
    written(s, t, 4 + k);
  }
}

static bool look(struct state *s, unsigned t, unsigned k) {
  s->looked[t] |= (uint8_t)(1 << k);
  return s->value[k];
}

/* One read of a wait: on to the next operation, on, or in vain. */
static void step_look(struct state *s, unsigned t, unsigned code, unsigned k) {
  bool second = s->phase[t] == 1;
  bool set = look(s, t, second ? 1 - k : k);
  if (code == SCRIPT_AWAIT ? set
      : code == SCRIPT_ANY ? set
                           : set && second)
    next_op(s, t);
  else if (code != SCRIPT_AWAIT && !second && (code == SCRIPT_ANY || set))
    s->phase[t] = 1;
  else
    s->phase[t] = STOPPED;
}

/* lock, look, unlock; and once more, when somebody saw that it was locked */
static void step_poll(struct state *s, unsigned t, unsigned k) {
  switch (s->phase[t]) {
  case 0:
    s->owner[k] = (uint8_t)(t + 1);
    s->phase[t] = 1;
    break;
  case 1:
    s->phase[t] = look(s, t, k) ? 2 : 3;
    break;
  default:
    s->owner[k] = 0;
    if (s->phase[t] == 2)
      next_op(s, t);
    else if (s->observed >> t & 1)
      s->phase[t] = s->looked[t] = s->early[t] = 0;
    else
      s->phase[t] = STOPPED;
    s->observed &= (uint8_t)~(1 << t);
  }
}

/* lock, register, unlock, lock again once chosen, unlock */
static void step_wait(struct state *s, unsigned t, unsigned k) {
  switch (s->phase[t]++) {
  case 0:
    s->wait_owner[k] = (uint8_t)(t + 1);
    break;
  case 1:
    s->waiting[k] |= (uint8_t)(1 << t);
    break;
  case 2:
    s->wait_owner[k] = 0;
    break;
  case 3:
    s->wait_owner[k] = (uint8_t)(t + 1);
    s->woken &= (uint8_t)~(1 << t);
    break;
  default:
    s->wait_owner[k] = 0;
    next_op(s, t);
  }
}

static void step_barrier(struct state *s, unsigned t, unsigned k) {
  if (!s->behind[k]) {
    s->behind[k] = (uint8_t)(1 << t);
    return;
  }
  for (unsigned u = 0; u < REFERENCE_THREADS; u++)
    if (s->behind[k] >> u & 1)
      next_op(s, u);
  s->behind[k] = 0;
  next_op(s, t);
}

static void step_access(struct state *s, unsigned t, unsigned code,
                        unsigned k) {
  next_op(s, t);
  if (code == SCRIPT_READ)
    return;
  s->value[k] = 1;
  written(s, t, k);
}

static void step_lock(const struct counter *c, struct state *s, unsigned t,
                      unsigned code, unsigned k) {
  if (code == SCRIPT_TRY) {
    if (s->phase[t]) { /* it was taken: give it back */
      s->owner[k] = 0;
      next_op(s, t);
    } else if (s->owner[k]) {
      unsigned by = s->owner[k] - 1u;
      if (s->phase[by] && c->script->ops[by][s->op[by]].code == SCRIPT_POLL &&
          c->script->ops[by][s->op[by]].object == k)
        s->observed |= (uint8_t)(1 << by);
      next_op(s, t);
    } else {
      s->owner[k] = (uint8_t)(t + 1);
      s->phase[t] = 1;
    }
    return;
  }
  s->owner[k] = code == SCRIPT_LOCK ? (uint8_t)(t + 1) : 0;
  next_op(s, t);
}

static void step_rwlock(struct state *s, unsigned t, unsigned code,
                        unsigned k) {
  if (code == SCRIPT_RDLOCK)
    s->readers[k]++;
  else if (code == SCRIPT_WRLOCK)
    s->writer[k] = (uint8_t)(t + 1);
  else if (s->writer[k] == t + 1)
    s->writer[k] = 0;
  else
    s->readers[k]--;
  next_op(s, t);
}

/* One step of thread t; `alternative`: which waiter a signal wakes. */
static void step(const struct counter *c, struct state *s, unsigned t,
                 unsigned alternative) {
  unsigned code = c->script->ops[t][s->op[t]].code;
  unsigned k = c->script->ops[t][s->op[t]].object;
  if (code == SCRIPT_AWAIT || code == SCRIPT_ANY || code == SCRIPT_BOTH) {
    step_look(s, t, code, k);
  } else if (code < SCRIPT_AWAIT) {
    step_access(s, t, code, k);
  } else if (code == SCRIPT_POLL) {
    step_poll(s, t, k);
  } else if (code <= SCRIPT_TRY) {
    step_lock(c, s, t, code, k);
  } else if (code <= SCRIPT_V) {
    s->count[k] = (uint8_t)(s->count[k] + (code == SCRIPT_V ? 1 : -1));
    next_op(s, t);
  } else if (code <= SCRIPT_RWUNLOCK) {
    step_rwlock(s, t, code, k);
  } else if (code == SCRIPT_WAIT) {
    step_wait(s, t, k);
  } else if (code == SCRIPT_BARRIER) {
    step_barrier(s, t, k);
  } else if (code == SCRIPT_SPIN) {
    step_spin(s, t, k);
  } else if (code == SCRIPT_CLEAR) {
    s->spinning[k] = 0;
    next_op(s, t);
    written(s, t, 4 + k);
  } else {
    uint8_t chosen = s->waiting[k];
    for (unsigned i = 0; code == SCRIPT_SIGNAL && i < alternative; i++)
      chosen &= (uint8_t)(chosen - 1);
    if (code == SCRIPT_SIGNAL)
      chosen &= (uint8_t)-chosen;
    s->waiting[k] &= (uint8_t)~chosen;
    s->woken |= chosen;
    next_op(s, t);
  }
}

static unsigned alternatives(const struct counter *c, const struct state *s,
                             unsigned t) {
  unsigned code = c->script->ops[t][s->op[t]].code;
  unsigned k = c->script->ops[t][s->op[t]].object;
  unsigned waiters =
      code == SCRIPT_SIGNAL ? (unsigned)__builtin_popcount(s->waiting[k]) : 1;
  return waiters ? waiters : 1;
}

static struct counts count(struct counter *c, const struct state *s) {
  bool added;
  uint64_t *index = map_at(&c->seen, hash_bytes(s, sizeof *s), &added);
  if (!added)
    return *index ? c->counts.at[*index - 1] : (struct counts){0};
  if (c->states.len > c->limit)
    c->over = true;
  struct counts sum = {0};
  bool any = false, all_ended = true;
  for (unsigned t = 0; t < c->script->threads && !c->over; t++) {
    all_ended &= c->script->ops[t][s->op[t]].code == SCRIPT_END;
    if (!enabled(c, s, t))
      continue;
    any = true;
    for (unsigned a = 0; a < alternatives(c, s, t); a++) {
      struct state after = *s;
      step(c, &after, t, a);
      struct counts below = count(c, &after);
      sum.complete += below.complete;
      sum.deadlocked += below.deadlocked;
      sum.early += below.early;
    }
  }
  bool early = false;
  for (unsigned t = 0; t < c->script->threads; t++)
    early |= s->phase[t] == STOPPED && s->early[t];
  if (!any)
    *(all_ended ? &sum.complete : early ? &sum.early : &sum.deadlocked) = 1;
  if (sum.complete + sum.deadlocked + sum.early > c->limit)
    c->over = true;
  vec_push(&c->states, *s);
  vec_push(&c->counts, sum);
  map_put(&c->seen, hash_bytes(s, sizeof *s), c->counts.len);
  return sum;
}

_Bool reference_count(const struct script *s, uint64_t limit,
                      struct reference *out) {
  struct counter c = {.script = s, .limit = limit};
  struct state first;
  memset(&first, 0, sizeof first);
  struct counts all = count(&c, &first);
  *out = (struct reference){all.complete, all.deadlocked, all.early};
  bool ok = !c.over;
  vec_free(&c.states);
  vec_free(&c.counts);
  map_free(&c.seen);
  return ok;
}
