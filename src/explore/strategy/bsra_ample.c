/* bsra-ample: bsra combined with ample sets (L 2.6), for blocking states.
 *
 * As in bsra, processes run on until they wait, and the states on the way
 * are not stored; but who runs is decided as in lra (a process that nobody
 * can disturb, its receptions too), one process at a time, as long as there
 * is one with a single step (chain.h).  Where there is none the next steps
 * are those of an ample set instead of all products of receptions.  So what
 * is stored are the states where there is something to choose.
 *
 * Sound: every step of a leap is one that a search with persistent sets would
 * take, and the only one it would take from the states passed through; these
 * are only not stored. */
#include "explore/desk.h"
#include "explore/explore.h"
#include "explore/strategy/ample.h"
#include "explore/strategy/chain.h"

static void leaps(void *self, const struct view *v, struct leaps *out) {
  bool some = ample_choose(self, v);
  chain_leaps(ample_future(self), v, some ? v->desk->chosen : NULL, out);
}

const struct strategy strategy_bsra_ample = {
    .name = "bsra-ample",
    .summary = "bsra with ample sets: stores the fewest states",
    .preserves = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING,
    .sound = true,
    .open = ample_open_blocking,
    .leaps = leaps,
    .close = ample_close_row,
};
