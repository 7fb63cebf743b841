/* Loops that only wait (cc/wait.c marks where their turns begin and end).
 *
 * A turn is *in vain* when nobody can tell that it was taken: neither another
 * thread nor its own.  Then it is a function of the values it read: as long
 * as these stay, the next turn is the same turn, and the thread waits until
 * one of them changes.  In vain is a turn
 *
 *   after which the memory is as before: no write and no update that changed
 *     something (of a write that leaves what was there others see nothing
 *     but that it may race, and the run with the turn shows that);
 *   after which the locks are as before, and who was let in meanwhile is,
 *     too (an attempt is also a read of the lock, whether it fails or not; who
 *     waits for a lock has not read it): each lock, read-write lock or token of
 *     a semaphore that the turn took was given back by it, and between the two
 *     nobody *tried* for it.
 *     Whoever waits for a lock (LOCK, P ...) is only kept waiting, and would
 *     have come at the same place in the run had the turn not been; but an
 *     attempt (trylock, the timed ones, the value of a semaphore, destroy)
 *     ends otherwise when the turn holds the lock, and the thread that made
 *     it goes another way: rt_wait_tried.  Attempt and lock depend on each
 *     other, so in equivalent runs the same turns are observed, and every
 *     observed turn costs an attempt: there are not more of them;
 *   after which the thread is as before: its variables (cc/wait.c compares
 *     what is in registers, and says where something else is written), errno,
 *     and its clock, if somebody looks at it.  A turn that sleeps moves the
 *     clock of its thread.  If the program reads clocks at all
 *     (heddle_reads_clock) the first turn that slept counts as one that did
 *     something, and the second one lets an hour pass: a loop that sleeps
 *     has slept not at all, once, or for long.
 *
 * What waiting means is the plan's affair (exec/executor.h).  With PLAN_ONCE
 * the thread stops for good: a run in which a loop fails and later succeeds
 * is, without the turns in vain, a run in which it succeeds at once.
 * (Kokologiannakis, Ren, Vafeiadis 2021 do this to loops that they find in
 * the text; here a turn is judged when it has been taken, so that a loop may
 * also have other ways round.)  With PLAN_AWAIT the last step of such a turn
 * is not even taken (rt/trial.c), with PLAN_TURN the turn is not (rt/turn.c).
 * Without either the thread is parked at an
 * AWAIT, enabled when some value it read is no longer there.
 *
 * A turn that looked at the clock is no wait, because time passes: the clock
 * is put forward instead, more with each such turn. */
#include <errno.h>
#include <string.h>

#include "base/sound.h"
#include "rt/objects.h"
#include "rt/rank.h"
#include "rt/rt.h"

/* What is there: up to 8 bytes as they are, of more a hash. */
static uint64_t content(uint64_t object, uint32_t size) {
  object = rt_place(object);
  if (size <= 8)
    return rt_load((const void *)object, size);
  uint64_t sum = UINT64_C(0xcbf29ce484222325);
  for (uint32_t i = 0; i < size; i++)
    sum = (sum ^ ((const volatile uint8_t *)object)[i]) *
          UINT64_C(0x100000001b3);
  return sum;
}

/* --- what a turn does --------------------------------------------------- */

void rt_wait_effect(struct watch *w) {
  w->pure_from = w->loops_len;
  w->places_len = w->locks_len = 0;
}

static void saw(struct watch *w, uint8_t kind, uint64_t object, uint32_t size,
                uint64_t value) {
  if (w->places_len == WATCH_PLACES) {
    rt_wait_effect(w);
    return;
  }
  w->places[w->places_len++] =
      (struct watch_place){object, value, size,
                           (uint32_t)(rt.event - rt.events), kind};
}

void rt_wait_saw(uint64_t object, uint32_t size) {
  object = rt_object(object);
  saw(&rt.current->watch, OP_READ, object, size, content(object, size));
}

static void take(struct watch *w, uint64_t lock) {
  EXPECTS(w->locks_len <= WATCH_LOCKS);
  if (w->locks_len == WATCH_LOCKS)
    rt_wait_effect(w);
  else
    w->locks[w->locks_len++] = lock;
}

/* Given back: one that this turn took, or it is an effect. */
static void give(struct watch *w, uint64_t lock) {
  for (unsigned i = w->locks_len; i-- > 0;)
    if (w->locks[i] == lock) {
      w->locks_len--;
      for (; i < w->locks_len; i++)
        w->locks[i] = w->locks[i + 1];
      return;
    }
  rt_wait_effect(w);
}

/* Observed are the turns that took the lock, and not those of loops inside
 * that began when it was taken already: they are the outermost now, and which
 * of their reads came as part of a turn was not counted for them. */
static void observed(struct fiber *f, uint32_t lock) {
  struct watch *w = &f->watch;
  uint32_t turns = 0;
  while (turns < w->loops_len && w->loops[turns].locks <= lock)
    turns++;
  if (w->pure_from >= turns)
    return;
  w->pure_from = turns;
  f->taken = TAKEN_UNKNOWN;
}

/* And has it again: one that waits for a value has given it back. */
static bool has_reopened(const struct fiber *f, uint64_t lock) {
  const struct watch *w = &f->watch;
  for (uint32_t i = w->pure_from; i < w->loops_len; i++)
    if (w->loops[i].reopened == lock)
      return rt_load((const void *)rt_place(lock), 4) == f->id + 1u;
  return false;
}

void rt_wait_tried(uint64_t object) {
  object = rt_object(object);
  threads_each(rt.words, &rt.live, t) {
    struct fiber *f = &rt.fibers[t];
    if (t != rt.current->id && UNLIKELY(has_reopened(f, object)))
      rt_wait_effect(&f->watch);
    for (uint32_t i = 0; t != rt.current->id && i < f->watch.locks_len; i++)
      if (f->watch.locks[i] == object)
        observed(f, i);
  }
}

/* Whether one of the loops from there on has taken it itself. */
static bool took(const struct watch *w, uint32_t from, uint64_t lock) {
  for (uint32_t i = from; i < w->locks_len; i++)
    if (w->locks[i] == lock)
      return true;
  return false;
}

/* A wait for a condition that ended by its limit, and whom nobody had chosen, is
 * no effect of the turn: somebody who is still waiting could have been let go
 * later, with the same result.  Who waits has given the mutex back. */
void rt_wait_reopened(uint64_t lock) {
  struct watch *w = &rt.current->watch;
  lock = rt_object(lock);
  for (uint32_t i = w->pure_from; i < w->loops_len; i++) {
    struct watch_loop *l = &w->loops[i];
    if (took(w, l->locks, lock))
      continue;
    if (l->reopened && l->reopened != lock) {
      rt_wait_effect(w);
      return;
    }
    l->reopened = lock;
  }
}

/* Of a lock that is tried for: those that say whether it is free. */
static uint32_t lock_bytes(uint8_t kind) {
  enum { LOCK_BYTES = 4, RWLOCK_BYTES = 8 };
  return OP_CLASS(kind) == CLASS_RWLOCK ? RWLOCK_BYTES : LOCK_BYTES;
}

/* How an attempt ended is known when its thread comes back.  Whether it failed
 * or not, the turn would have gone another way had it ended otherwise: it has
 * read the lock as it was before. */
static void attempted(struct watch *w) {
  const struct event *e = rt.step;
  w->attempt = false;
  saw(w, e->kind, e->object, lock_bytes(e->kind), w->found);
  if (!(e->flags & EVENT_FAILED))
    take(w, e->object);
}

void rt_wait_settle(struct watch *w) {
  if (w->attempt)
    attempted(w);
}

/* The running thread, inside a loop whose turn had no effect so far, is just
 * doing this. */
void rt_wait_does(struct watch *w, uint8_t kind, uint64_t object) {
  if (UNLIKELY(w->aside))
    return;
  switch (kind) {
  case OP_READ:
  case OP_TOUCH:
  case OP_AWAIT:
  case OP_UPDATE: /* looked at when it is done (access.c) */
  case OP_CAS:
  case OP_ATOMIC: /* what is done inside counts */
  case OP_STREAM_READ: /* stream.c says what came of it */
  case OP_STREAM_POLL:
  case OP_STREAM_LOOK:
    break;
  case OP_FREE: /* a local's end tells nobody what its address did not */
    if (rt_in_heap(object))
      rt_wait_effect(w);
    break;
  case OP_WRITE:
    if (!w->stores) /* else it is looked at when it is done, too */
      rt_wait_effect(w);
    break;
  case OP_LOCK:
  case OP_RDLOCK:
  case OP_WRLOCK:
  case OP_SEM_P:
    take(w, object);
    break;
  case OP_UNLOCK:
  case OP_RDUNLOCK:
  case OP_RWUNLOCK:
  case OP_SEM_V:
    give(w, object);
    break;
  case OP_SEM_VALUE: /* semaphore.c says if it was another one before */
    saw(w, kind, object, lock_bytes(kind), content(object, lock_bytes(kind)));
    break;
  case OP_TRYLOCK:
  case OP_TRYRDLOCK:
  case OP_TRYWRLOCK:
  case OP_SEM_TRYP:
    if (rt_alone())
      rt_wait_effect(w);
    else
      w->attempt = true, w->found = content(object, lock_bytes(kind));
    break;
  default:
    rt_wait_effect(w);
  }
}

/* --- turns -------------------------------------------------------------- */

static void drop_loops(struct watch *w, uint32_t len) {
  w->loops_len = len;
  w->pure_from = w->pure_from < len ? w->pure_from : len;
  w->clocked = w->clocked < len ? w->clocked : len;
  w->napped = w->napped < len ? w->napped : len;
}

/* Loops of functions that have returned are over; so are those of this one
 * that stand beside or inside the loop at this depth. */
static bool is_over(const struct watch_loop *l, uint64_t frame,
                    uint32_t depth) {
  return l->frame < frame || (l->frame == frame && l->depth > depth);
}

static void settle(struct watch *w) {
  if (rt.update.event)
    rt_update_done();
  rt_wait_settle(w);
}

void heddle_wait_begin(uint32_t depth) {
  struct watch *w = &rt.current->watch;
  uint64_t frame = (uint64_t)__builtin_frame_address(0);
  settle(w);
  uint32_t len = w->loops_len;
  struct watch_loop before = {0};
  while (len && is_over(&w->loops[len - 1], frame, depth))
    len--;
  if (len && w->loops[len - 1].frame == frame &&
      w->loops[len - 1].depth == depth) {
    len--;
    if (w->again)
      before = w->loops[len];
  }
  w->again = false;
  drop_loops(w, len);
  if (len == WATCH_LOOPS)
    return;
  if (!len)
    w->places_len = w->locks_len = 0;
  if (w->pure_from == len) /* what was taken was of another turn */
    rt.current->taken = 0;
  w->loops[w->loops_len++] =
      (struct watch_loop){.frame = frame,
                          .depth = depth,
                          .turns = before.turns,
                          .naps = before.naps,
                          .places = w->places_len,
                          .locks = w->locks_len,
                          .saved_errno = errno};
}

/* The turn that ends now was pure: the loop, or NULL. */
static struct watch_loop *pure_turn(struct watch *w, uint64_t frame,
                                    uint32_t depth) {
  while (w->loops_len && is_over(&w->loops[w->loops_len - 1], frame, depth))
    drop_loops(w, w->loops_len - 1);
  uint32_t at = w->loops_len - 1;
  if (!w->loops_len || w->loops[at].frame != frame ||
      w->loops[at].depth != depth || at < w->pure_from ||
      w->locks_len > w->loops[at].locks)
    return NULL;
  return &w->loops[at];
}

/* A turn that slept and that its thread may tell by the clock. */
static bool naps(struct watch_loop *l) {
  enum { SHORT = 1, LONG = 2 };
  if (!&heddle_reads_clock || l->naps == LONG)
    return false;
  if (++l->naps > SHORT)
    rt_clock_pass_long();
  return true;
}

/* A turn that had no effect. */
static bool turns_in_vain(struct watch *w, struct watch_loop *l,
                          uint32_t same) {
  return same && errno == l->saved_errno && w->places_len > l->places &&
         !(l - w->loops < w->clocked) &&
         !(l - w->loops < w->napped && naps(l));
}

static void close_again(struct watch *w, pthread_mutex_t *m, heddle_at site) {
  w->aside = true;
  bool step = rt_visible(OP_LOCK, (uint64_t)m, 1, 0, site);
  if (!step && m->__data.__lock)
    rt_stuck();
  rt_mutex_take(m, step);
  w->aside = false;
}

/* Others have the mutex while the loop waits.  False: somebody has tried for it
 * before, and found it held; the turn counts. */
static bool reopen(struct watch *w, const struct watch_loop *l,
                   pthread_mutex_t *m, heddle_at site) {
  w->aside = true;
  bool step = rt_visible(OP_UNLOCK, (uint64_t)m, 1, 0, site);
  rt_mutex_give(m, step);
  w->aside = false;
  if (LIKELY(l - w->loops >= w->pure_from))
    return true;
  close_again(w, m, site);
  return false;
}

void heddle_wait_again(heddle_at site, uint32_t depth, uint32_t same) {
  struct fiber *f = rt.current;
  struct watch *w = &f->watch;
  settle(w);
  w->again = true;
  struct watch_loop *l =
      pure_turn(w, (uint64_t)__builtin_frame_address(0), depth);
  if (UNLIKELY(rt.trial))
    rt_trial_turned(l, l && turns_in_vain(w, l, same));
  if (!l)
    return;
  if (l - w->loops < w->clocked) {
    rt_clock_hurry(++l->turns);
    return;
  }
  if (!turns_in_vain(w, l, same))
    return;
  if (rt_alone() && !f->rank) {
    f->site = site;
    rt_end(RUN_DEADLOCK, FOUND_LIVELOCK,
           "a loop waits for a write, and nobody is left to write");
  }
  pthread_mutex_t *m = (pthread_mutex_t *)rt_place(l->reopened);
  if (UNLIKELY(l->reopened) && !reopen(w, l, m, site))
    return;
  const struct watch_place *p = &w->places[w->places_len - 1];
  w->first = l->places;
  bool alone = !rt.unjoined; /* in its rank: others may send something */
  rt.unjoined += alone;
  rt_visible(OP_AWAIT, p->object, p->size, 0, site);
  rt.unjoined -= alone;
  rt.step->value = rt_load((const void *)rt_place(f->object), f->size);
  if (UNLIKELY(l->reopened))
    close_again(w, m, site);
  w->places_len = l->places;
}

void heddle_wait_effect(void) {
  if (UNLIKELY(rt.trial))
    rt_trial_end(LOOK_PASSES);
  rt_wait_effect(&rt.current->watch);
}

/* What comes next is in no turn of the loop. */
void heddle_wait_left(uint32_t depth) {
  struct watch *w = &rt.current->watch;
  uint64_t frame = (uint64_t)__builtin_frame_address(0);
  settle(w);
  while (w->loops_len && (is_over(&w->loops[w->loops_len - 1], frame, depth) ||
                          (w->loops[w->loops_len - 1].frame == frame &&
                           w->loops[w->loops_len - 1].depth == depth)))
    drop_loops(w, w->loops_len - 1);
  if (UNLIKELY(rt.trial) && w->pure_from == w->loops_len)
    rt_trial_end(LOOK_PASSES);
}

/* --- waiting ------------------------------------------------------------ */

/* The first place that is no longer as a parked thread saw it; NULL: the next
 * turn would be the same. */
static const struct watch_place *changed(const struct fiber *f) {
  const struct watch *w = &f->watch;
  for (uint32_t i = w->first; i < w->places_len; i++) {
    const struct watch_place *p = &w->places[i];
    if (content(p->object, p->size) != p->value)
      return p;
  }
  return NULL;
}

bool rt_wait_over(const struct fiber *f) {
  return !(rt.plan->flags & PLAN_ONCE) && changed(f);
}

/* The AWAIT is for the place that lets it pass. */
void rt_wait_passes(struct fiber *f) {
  const struct watch_place *p = changed(f);
  if (p) {
    f->object = p->object;
    f->size = p->size;
  }
}

static bool written_since(const struct fiber *f, const struct watch_place *p) {
  for (const struct event *e = rt.events + p->event; e < rt.event; e++)
    if (e->thread != f->id && OP_CHANGES(e->kind) &&
        OP_CLASS(e->kind) != CLASS_GLOBAL &&
        !(e->flags & (EVENT_FAILED | EVENT_SILENT | EVENT_PENDING)) &&
        op_dependent(p->kind, p->object, p->size, e->kind, e->object, e->size))
      return true;
  return false;
}

bool rt_wait_written(const struct fiber *f, uint32_t first) {
  const struct watch *w = &f->watch;
  for (uint32_t i = first; i < w->places_len; i++)
    if (written_since(f, &w->places[i]))
      return true;
  return false;
}

bool rt_wait_early(const struct fiber *f) {
  return rt.plan->flags & PLAN_ONCE &&
         (rt_wait_written(f, f->watch.first) || changed(f));
}
