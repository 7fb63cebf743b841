/* bsra-sleep: the leaps of bsra with sleep sets (L 2.6), for blocking states.
 *
 * L says it by an example (Fig 2.6): a process that could have received and
 * stayed out need not receive the same message at the end of the leap, since
 * the leap with the reception has been taken too.  In general, at a state
 * with set Z:
 *
 *   first time   the leaps that have no step of Z that could come first in
 *                them; at the end of a leap sleep the steps of Z that commute
 *                with all of it, and what the processes that stayed out could
 *                do at the blocking point (those steps with which the leap
 *                would have been a leap too)
 *   expanded     each woken step, as a leap of its own that runs on while
 *   again        there is nothing to choose (chain.h)
 *
 * Where leaps would be too many, and bsra takes the steps of an ample set
 * instead, it is as in bsra-ample-sleep.
 *
 * Why nothing is lost (words and claim as in asleep.h).  Let w be a run from s
 * to a blocking state, no step of F(w) asleep at s in the end.  Some leap L of
 * bsra is a beginning of w, up to equivalence.  If it was left out, one of its
 * first steps slept; that is in F(w), so it was woken and taken.  So some
 * beginning of w was taken at s.  Of those take one of the last expansion;
 * if that was the first one, the longest leap; otherwise the first.  Call it
 * L, w equivalent to L w'.  Suppose z of F(w') sleeps after L.  If z slept at s
 * or was taken before in this expansion, it is in F(w), and all is as in
 * asleep.h.  Otherwise z is what somebody could do who stayed out, L z is a
 * leap too and a beginning of w, and longer than L: if it was taken, L was not
 * the longest; if not, one of its first steps slept, which is in F(w) and was
 * woken and taken later, against the choice of L. */
#include "explore/explore.h"
#include "explore/strategy/bsra.h"

static void *open_row(const struct model *m, unsigned find, struct text *why) {
  (void)find;
  return bsra_open(m, 1u << FINDING_BLOCKING, why);
}

const struct strategy strategy_bsra_sleep = {
    .name = "bsra-sleep",
    .summary = "bsra with sleep sets, for blocking states",
    .preserves = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING,
    .sound = true,
    .open = open_row,
    .leaps = bsra_leaps,
    .close = bsra_close,
    .sleeps = SLEEPS_SOME,
};
