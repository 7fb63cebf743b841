/* asleep: the steps of a state that need not be taken (Godefroid 1990,
 * Godefroid and Wolper 1993: sleep sets; L 2.2.3 and 2.6).
 *
 * When two steps of a state commute, both orders lead to the same state.
 * After the second of them the first is put to sleep: whatever follows by
 * taking it has been looked at already.  It sleeps on as long as what is
 * taken commutes with it.
 *
 * A sleep set belongs to a stored state and is a set of bits: every process
 * has a few, and its i-th step at the state (offer by offer, in the order of
 * their lists) is its i-th bit.  So a set is one word, two sets of one state
 * are merged by `and`, and nothing need be named across states: asleep_after
 * carries the bits over, process by process, and looks at the lists of those
 * only that share a part with the step.  A step beyond the bits of its
 * process never sleeps, which costs reduction, never soundness: a smaller
 * set is always right.
 *
 * The search, with T(s) the steps the strategy gives:
 *
 *   first time at s with set Z   the steps of T(s) \ Z are taken, in order;
 *                                after t sleep those of Z, and those taken
 *                                here before t, that commute with t
 *   s is met again, with Y       Z becomes Z and Y; if s was expanded before,
 *                                it is expanded again: the steps of Z \ Y
 *                                are taken (all of them, in T(s) or not), in
 *                                order; after t sleep those of the new Z, and
 *                                those taken in this expansion before t, that
 *                                commute with t
 *
 * Why nothing is lost, in whatever order states are expanded.  Two runs from
 * s are equivalent when one becomes the other by swapping neighbours that
 * commute where they are taken; F(w) are the steps that some run equivalent
 * to w begins with.  T(s) has a step of F(w) for every run w from s to what
 * is looked for (blocking states for persistent sets; any state when T(s) is
 * every step).  Claim: if no step of F(w) is in the set that s has in the
 * end, the state that w leads to is stored.  By induction on the length of w:
 *
 *   Every step of F(w) in T(s) was taken at s, the first time or when it was
 *   woken.  Of all steps of F(w) taken at s let t be one of the last
 *   expansion that took any, and the first of these in it.  w is equivalent
 *   to t w'.  Suppose some z of F(w') was put to sleep after t.  Then t z is
 *   as good as z t, so z is in F(w).  If z was taken before t in the same
 *   expansion, t was not the first.  Otherwise z slept at s when t was taken;
 *   it sleeps there in the end, against the assumption, or was woken later,
 *   and then taken in a later expansion, against the choice of t.  So no
 *   such z sleeps after t, nor in the end, and the claim holds for w'.
 *
 * Where T(s) is every step and the search is breadth first, a set need not be
 * merged: the first is right, no state is expanded again, and every state is
 * found by the same run as without sleep sets, the first of the shortest.
 * For let w z be that run to a state, s where w leads; by induction s was
 * found by w, so its set comes from the steps of w.  If z slept at s, it was
 * taken at a state that w passes, before the step a that w takes there, and
 * commutes with a and everything after it in w.  Then there is a run as long
 * with z in place of a; it comes before w z, since steps are taken in the order
 * of processes, z and a being steps of different ones.
 *
 * The initial state begins with nothing asleep.  Steps of one process that
 * have the same effect (MOVE_REPEAT) are one step here.  The argument follows
 * steps of w only, so it says nothing of properties that a reduced search
 * preserves by taking steps that w does not have. */
#ifndef EXPLORE_ASLEEP_H
#define EXPLORE_ASLEEP_H

#include "base/sound.h"
#include "base/stress.h"
#include "explore/moves.h"

typedef uint64_t sleep_set;

enum { SLEEP_BITS = STRESSED(7, 64) };

struct asleep {
  const struct model *model;
  uint8_t *base, *width;        /* by process: its bits */
  process_id owner[SLEEP_BITS]; /* by bit */
  unsigned bits, bytes;         /* that a set needs; bytes: not 0 */
};

/* Several steps may be executable at once where several edges leave a
 * location, and for each sender of a port; so many bits a process has, if
 * there are enough for all. */
void asleep_open(struct asleep *a, const struct model *m);
void asleep_close(struct asleep *a);

/* The i-th step of p; empty when it has no bit. */
static inline sleep_set asleep_step(const struct asleep *a, process_id p,
                                    uint32_t i) {
  return i < a->width[p] ? (sleep_set)1 << (a->base[p] + i) : 0;
}
/* All steps of p. */
static inline sleep_set asleep_all(const struct asleep *a, process_id p) {
  EXPECTS(a->base[p] + a->width[p] <= SLEEP_BITS);
  unsigned width = a->width[p];
  return width ? (~(sleep_set)0 >> (64 - width)) << a->base[p] : 0;
}

/* One step of a process, and the values of all parts on both sides of it. */
struct asleep_taken {
  const value_id *before, *after;
  process_id process;
  const struct offer *offer;
  const struct move *move;
};

/* Of these, asleep before the step: those that commute with it, as they are
 * numbered after it. */
sleep_set asleep_after(const struct asleep *a, struct mover *mv, struct hand *h,
                       const struct asleep_taken *t, sleep_set before);

/* The same for one step of a sequence: takes it from `before` to `after`, which
 * are the same at first.  False when the step itself is in the set. */
bool asleep_take(const struct asleep *a, struct mover *mv, struct hand *h,
                 const struct model_step *step, const value_id *before,
                 value_id *after, sleep_set *set);

#endif
