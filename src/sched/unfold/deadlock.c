/* Deadlocks of a complete unfolding (K 6.3, for every operation that waits).
 *
 * A deadlock is a past to which nothing can be added, in which a thread waits.
 * Each thread that waits does so by a record that is blocked, and whatever
 * matters to its operation is in that record's past.  So threads are placed
 * one after the other: first the lowest that waits, by each blocked record;
 * then those whom somebody waits for (who holds the lock, who is to be
 * joined), then the others; each where it ends, or by one of its blocked
 * records, with nothing in its past that matters to a thread placed before.
 *
 * A thread that looked in vain (exec/executor.h, PLAN_ONCE) has stopped, and
 * waits as well, if nothing that it looked at was written since. */
#include <string.h>

#include "base/hash.h"
#include "base/sound.h"
#include "sched/sched.h"
#include "sched/unfold/unfold.h"

typedef uint32_t past_t[THREADS_WORD + 4];

struct hunt {
  struct unfold *u;
  unsigned least;   /* the lowest thread that waits */
  uint64_t placed;
  unf_id record[THREADS_WORD]; /* by which a placed thread waits, or 0 */
  uint64_t patience;
  bool stopped;
};

uint64_t unf_wait_key(const struct unfold *u, unsigned t, op_id op) {
  EXPECTS(t < u->width && op < u->ops.len);
  const struct unf_op *o = &u->ops.at[op];
  return hash_pair(t * 256u + o->kind, hash_pair(o->object, o->site));
}

static bool waits_somewhere(const struct unfold *u, unf_id e) {
  EXPECTS(e && e < u->at.len);
  op_id op = u->at.at[e].then;
  return op && u->ops.at[op].kind != UNF_LEAVE;
}

bool unf_in_vain(const struct unfold *u, unf_id e) {
  EXPECTS(e && e < u->at.len);
  return u->at.at[e].flags & UNF_VAIN && !u->at.at[e].then;
}

/* Whether a run with m, which is not in the past of the look r, has looked too
 * early.  In a program that is so if m changed what the look saw.  In a model
 * every step after the look that depends on it counts (exec/model.c), so that
 * of equivalent runs one is the deadlock; and looks that depend on each other
 * are wanted in the order of their threads. */
static bool outdates(const struct unfold *u, unf_id r, unf_id m) {
  EXPECTS(r && r < u->at.len && m < u->at.len);
  const struct unf_op *o = unf_op_of(u, r), *p = unf_op_of(u, m);
  const struct unf_record *look = &u->at.at[r], *by = &u->at.at[m];
  bool model = look->flags & UNF_LOOK;
  if (p->kind >= OP_COUNT || (by->flags & UNF_FAILED && !model) ||
      (by->flags & UNF_VAIN && by->thread > look->thread))
    return false;
  bool changes = p->changes || p->class_ == CLASS_RWLOCK; /* readers count */
  if (!changes && (!model || unf_past(u, m)[look->thread] < r))
    return false; /* or it is a read, and comes before the look */
  return unf_dependent(o, p);
}

static bool looks(const struct unfold *u, unf_id r) {
  EXPECTS(r && r < u->at.len);
  const struct unf_op *o = unf_op_of(u, r);
  return o->class_ == CLASS_ACCESS || op_tries(o->kind) ||
         u->at.at[r].flags & UNF_FAILED;
}

bool unf_looked_last(const struct unfold *u, unf_id e, uint32_t left,
                     const uint32_t *past) {
  EXPECTS(e && e < u->at.len);
  for (unf_id r = e; r && left; r = u->at.at[r].up) {
    if (u->at.at[r].flags & UNF_VIRTUAL)
      continue;
    left--;
    if (!looks(u, r))
      continue;
    for (uint32_t t = 0; t < u->width; t++)
      for (unf_id m = t == u->at.at[r].thread ? 0 : past[t];
           m > unf_past(u, r)[t]; m = u->at.at[m].up)
        if (outdates(u, r, m))
          return false;
  }
  return true;
}

uint64_t unf_stuck_key(const struct unfold *u, const uint32_t *past) {
  uint64_t key = 0;
  bool waits = false;
  for (uint32_t t = 0; t < u->width; t++) {
    if (!past[t])
      continue;
    if (waits_somewhere(u, past[t])) {
      key = hash_pair(key, unf_wait_key(u, t, u->at.at[past[t]].then));
      waits = true;
    } else if (unf_in_vain(u, past[t])) {
      key = hash_pair(key, hash_pair(t, u->ops.at[u->at.at[past[t]].op].site));
      waits = true;
    } else if (unf_stopped(u, past[t])) {
      key = hash_pair(key, t);
    }
  }
  return waits ? key | 1 : 0;
}

uint64_t unf_stuck_known(const struct unfold *u, uint64_t key,
                         const uint32_t *past) {
  for (uint32_t t = 0; u->doubtful && t < u->width; t++)
    if (past[t])
      key = hash_pair(key, past[t]);
  return key | 1;
}

/* Whether nothing that `more` adds to the past matters to those who wait, or
 * moves a thread that is placed. */
static bool leaves_alone(const struct hunt *h, const uint32_t *past,
                         const uint32_t *more) {
  const struct unfold *u = h->u;
  for (uint32_t t = 0; t < u->width; t++) {
    if (more[t] <= past[t])
      continue;
    if (h->placed >> t & 1)
      return false;
    for (unf_id e = more[t]; e > past[t]; e = u->at.at[e].up)
      for (uint64_t left = h->placed; left; left &= left - 1) {
        unf_id r = h->record[__builtin_ctzll(left)];
        if (r && unf_matters(u, u->at.at[r].op, u->at.at[r].up, e))
          return false;
      }
  }
  return true;
}

/* Whether the past of a record has everything of a past that matters to its
 * operation. */
static bool knows_all(const struct unfold *u, unf_id r, const uint32_t *past) {
  EXPECTS(r && r < u->at.len);
  for (uint32_t t = 0; t < u->width; t++)
    for (unf_id e = past[t]; e > unf_past(u, r)[t]; e = u->at.at[e].up)
      if (unf_matters(u, u->at.at[r].op, u->at.at[r].up, e))
        return false;
  return true;
}

static void place_next(struct hunt *h, const uint32_t *past);

static bool told_to_stop(struct hunt *h) {
  const struct sched_options *o = h->u->options;
  if (!h->stopped && ++h->patience % 1024 == 0 && o && o->give_up)
    h->stopped = o->give_up(o->give_up_user);
  return h->stopped;
}

static void place(struct hunt *h, unsigned t, unf_id record,
                  const uint32_t *past) {
  EXPECTS(t < h->u->width && record < h->u->at.len);
  h->placed |= (uint64_t)1 << t;
  h->record[t] = record;
  place_next(h, past);
  h->record[t] = 0;
  h->placed &= ~((uint64_t)1 << t);
}

/* The thread stands at e in the past: it stays there, if it can, or goes on
 * to one of its next events. */
static void place_thread(struct hunt *h, unsigned t, unf_id e,
                         const uint32_t *past) {
  EXPECTS(t < h->u->width && e < h->u->at.len);
  struct unfold *u = h->u;
  past_t both;
  if (told_to_stop(h))
    return;
  if (!waits_somewhere(u, e)) {
    if (t >= h->least || !unf_in_vain(u, e))
      place(h, t, 0, past);
    return;
  }
  for (unf_id r = u->at.at[e].exts; r && !h->stopped;
       r = u->at.at[r].sibling) {
    if (u->at.at[r].thread != t)
      continue;
    bool waits = u->at.at[r].flags & UNF_BLOCKED;
    if (!waits && !(u->at.at[r].flags & UNF_DONE))
      continue;
    if (waits && (t < h->least || !knows_all(u, r, past)))
      continue;
    memcpy(both, unf_past(u, r), u->width * sizeof *both);
    if (waits)
      both[t] = e;
    if (!leaves_alone(h, past, both) || !unf_together(u, past, both))
      continue;
    unf_join(both, past, u->width);
    if (!waits)
      place_thread(h, t, r, both);
    else if (both[t] == e)
      place(h, t, r, both);
  }
}

/* A thread that is not placed and that somebody who is waits for. */
static unsigned wanted(const struct hunt *h) {
  const struct unfold *u = h->u;
  for (uint64_t left = h->placed; left; left &= left - 1) {
    unf_id r = h->record[__builtin_ctzll(left)];
    if (!r)
      continue;
    const struct unf_op *o = unf_op_of(u, r);
    unf_id s = u->at.at[r].state;
    unsigned t = o->kind == UNF_JOIN          ? (unsigned)o->object
                 : o->kind == OP_LOCK && s ? u->at.at[s].thread
                                           : THREADS_WORD;
    if (t < THREADS_WORD && !(h->placed >> t & 1))
      return t;
  }
  return THREADS_WORD;
}

/* Whether main has nobody left to wait for. */
static bool leaves(const struct unfold *u, unf_id main_at,
                   const uint32_t *past) {
  const struct unf_op *o = &u->ops.at[u->at.at[main_at].then];
  if (!main_at || o->kind != UNF_LEAVE)
    return false;
  for (uint32_t t = 0; t < u->width; t++)
    if (o->object >> t & 1 &&
        !(past[t] && u->at.at[past[t]].flags & UNF_ENDED))
      return false;
  return true;
}

/* Whether some thread has ended the process. */
static bool is_over(const struct unfold *u, const uint32_t *past) {
  for (uint32_t t = 0; t < u->width; t++)
    if (u->at.at[past[t]].flags & UNF_OVER)
      return true;
  return false;
}

/* Everybody is placed: whether it is true that those who wait have to. */
static void conclude(struct hunt *h, const uint32_t *past) {
  struct unfold *u = h->u;
  if (leaves(u, past[0], past) || is_over(u, past))
    return;
  for (uint32_t t = 0; t < u->width; t++)
    if (past[t] && (unf_in_vain(u, past[t])
                        ? !unf_looked_last(u, past[t], unf_turn(u, past[t]),
                                           past)
                        : unf_stopped(u, past[t])))
      return; /* it would look again; or it is the failure that counts */
  for (uint64_t left = h->placed; left; left &= left - 1) {
    unf_id r = h->record[__builtin_ctzll(left)];
    if (r && unf_enabled(u, u->at.at[r].op, u->at.at[r].up, past,
                         unf_state(u, u->at.at[r].op, past)))
      return;
  }
  if (!unf_feasible(u, past))
    return;
  uint64_t key = unf_stuck_key(u, past);
  u->deadlocks++;
  bool added;
  uint64_t *known = map_at(&u->stuck, unf_stuck_known(u, key, past), &added);
  if (*known)
    return;
  *known = 1;
  vec_push(&u->stuck_keys, key);
  for (uint32_t t = 0; t < u->width; t++)
    vec_push(&u->stuck_pasts, past[t]);
}

static void place_next(struct hunt *h, const uint32_t *past) {
  struct unfold *u = h->u;
  past_t both;
  unsigned t = wanted(h);
  for (unsigned k = 0; t == THREADS_WORD && k < u->width; k++)
    if (!(h->placed >> k & 1) && (past[k] || unf_newborn(u, past, k)))
      t = k;
  if (t == THREADS_WORD) {
    conclude(h, past);
    return;
  }
  unf_id e = past[t] ? past[t] : unf_newborn(u, past, t);
  if (!e)
    return;
  memcpy(both, past, u->width * sizeof *both);
  both[t] = e;
  place_thread(h, t, e, both);
}

bool unf_find_deadlocks(struct unfold *u) {
  struct hunt h = {.u = u};
  past_t past;
  size_t keys = u->stuck_keys.len;
  u->deadlocks = 0;
  for (unf_id r = 1; r < u->at.len && !h.stopped; r++) {
    bool vain = unf_in_vain(u, r);
    if (!vain && (!(u->at.at[r].flags & UNF_BLOCKED) ||
                  u->at.at[r].flags & UNF_DONE))
      continue;
    unsigned t = h.least = u->at.at[r].thread;
    memcpy(past, unf_past(u, r), u->width * sizeof *past);
    past[t] = vain ? r : u->at.at[r].up;
    place(&h, t, vain ? 0 : r, past);
  }
  if (!h.stopped)
    return true;
  while (u->stuck_keys.len > keys) {
    uint64_t key = vec_pop(&u->stuck_keys);
    const uint32_t *of = u->stuck_pasts.at + u->stuck_keys.len * u->width;
    map_put(&u->stuck, unf_stuck_known(u, key, of), 0);
  }
  u->stuck_pasts.len = keys * u->width;
  return false;
}
