/* vclocks: of each thread the latest event that something is after.
 *
 *     struct vclocks c = {0};
 *     vclocks_begin(&c, threads, count);       clocks 0 to count - 1; clock t,
 *                                              below threads, is thread t's
 *     vclocks_set(&c, t, i + 1);               thread t has come to event i
 *     uint32_t k = vclocks_new(&c);            of an object
 *     vclocks_join(&c, k, t, i);               in event i: k is after what t is
 *     if (vclocks_get(&c, k, u) > j) ...       k is after event j of thread u
 *     vclocks_free(&c);
 *
 * Of few threads a clock is an array (Mattern 1989).  Of many it is a small
 * record over a tree that is shared and never written again (vclocks_wide.c), so
 * that a step costs about as much with a thousand threads as with a hundred.
 *
 * Two rules make that possible, and hold of every run.  A clock that is after an
 * event is after all that its thread was after when the event was over.  And no
 * event gives anything before it has taken all that it takes. */
#ifndef SCHED_VCLOCKS_H
#define SCHED_VCLOCKS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "exec/threads.h"

enum { VCLOCKS_AT_ONCE = 4, VCLOCKS_FEW = 64 };
enum { VCLOCKS_LEAF = 32, VCLOCKS_LEAVES = THREADS_MAX / VCLOCKS_LEAF };

struct vclocks_leaf { /* a number of each of so many threads */
  uint32_t at[VCLOCKS_LEAF];
};

struct vclocks_tree {
  uint32_t leaves[VCLOCKS_LEAVES]; /* index + 1, or 0: all of it is 0 */
  /* Who is after event since - 1 of thread `by` is after all of the tree, unless
   * since is 0; and so is the object that has this name, unless it is 0. */
  uint32_t by, since, of;
};

/* What the tree says, and of the thread `owner` at least `own`.  If that is not
 * 0, who is after event own - 1 and event since - 1 of the owner is after all
 * of it. */
struct vclocks_wide {
  uint32_t tree; /* index + 1, or 0: all of it is 0 */
  uint32_t owner, own, since;
  uint32_t name; /* of an object, until it is cleared */
};

struct vclocks {
  unsigned threads; /* a multiple of VCLOCKS_AT_ONCE: there may be fewer */
  bool wide;
  VEC(uint32_t) few; /* [clock][threads] */
  VEC(struct vclocks_wide) many;
  VEC(struct vclocks_tree) trees;
  VEC(struct vclocks_leaf) leaves;
  uint32_t names;
  size_t enough; /* of trees and leaves: then those in use are sorted out */
};

void vclocks_free(struct vclocks *c);
/* Those of the run before are no more; all are at nothing. */
void vclocks_begin(struct vclocks *c, unsigned threads, size_t count);
uint32_t vclocks_new(struct vclocks *c);
uint32_t vclocks_like(struct vclocks *c, uint32_t like);
/* Not of the clock of a thread: */
void vclocks_copy(struct vclocks *c, uint32_t into, uint32_t from);
void vclocks_clear(struct vclocks *c, uint32_t k);

void vclocks_wide_begin(struct vclocks *c, size_t count);
uint32_t vclocks_wide_get(const struct vclocks *c, uint32_t k, unsigned thread);
void vclocks_wide_join(struct vclocks *c, uint32_t into, uint32_t from,
                       uint32_t event);

static inline uint32_t *vclocks_few(const struct vclocks *c, uint32_t k) {
  return c->few.at + (size_t)k * c->threads;
}

static inline uint32_t vclocks_get(const struct vclocks *c, uint32_t k,
                                   unsigned thread) {
  return __builtin_expect(c->wide, 0) ? vclocks_wide_get(c, k, thread)
                                      : vclocks_few(c, k)[thread];
}

/* Only ever more. */
static inline void vclocks_set(struct vclocks *c, unsigned thread, uint32_t n) {
  if (__builtin_expect(c->wide, 0))
    c->many.at[thread].own = n;
  else
    vclocks_few(c, thread)[thread] = n;
}

typedef int32_t vclocks_at_once
    __attribute__((vector_size(4 * VCLOCKS_AT_ONCE), aligned(4), may_alias));

/* Numbers of events, below 2^31: so they can be compared as signed ones, four at
 * a time, for which every x86-64 has instructions. */
static inline void vclocks_raise(uint32_t *restrict into,
                                 const uint32_t *restrict from,
                                 unsigned threads) {
  for (unsigned t = 0; t < threads; t += VCLOCKS_AT_ONCE) {
    vclocks_at_once a = *(const vclocks_at_once *)(into + t);
    vclocks_at_once b = *(const vclocks_at_once *)(from + t);
    vclocks_at_once larger = a > b;
    *(vclocks_at_once *)(into + t) = (a & larger) | (b & ~larger);
  }
}

/* What is after `into` from now on, which is event `event`, is after `from`.
 * The two differ. */
static inline void vclocks_join(struct vclocks *c, uint32_t into, uint32_t from,
                                uint32_t event) {
  if (__builtin_expect(c->wide, 0))
    vclocks_wide_join(c, into, from, event);
  else
    vclocks_raise(vclocks_few(c, into), vclocks_few(c, from), c->threads);
}

#endif
