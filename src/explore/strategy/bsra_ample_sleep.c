/* bsra-ample-sleep: bsra-ample with sleep sets (L 2.6; asleep.h), for blocking
 * states.
 *
 * The states that a leap of bsra-ample passes through are states of a search
 * with ample sets, each with one step; they have sleep sets as the stored
 * ones have, only that nobody else meets them.  So the argument of asleep.h
 * covers them.  Where a process is bound to take a step and it sleeps, the
 * leap leads to nothing new and is dropped.
 *
 * A woken step is followed in the same way, whether or not it is in the ample
 * set. */
#include "explore/desk.h"
#include "explore/explore.h"
#include "explore/strategy/ample.h"
#include "explore/strategy/chain.h"

static void leaps(void *self, const struct view *v, struct leaps *out) {
  bool some = !v->woken && !v->telling && ample_choose(self, v);
  chain_leaps(ample_future(self), v, some ? v->desk->chosen : NULL, out);
}

const struct strategy strategy_bsra_ample_sleep = {
    .name = "bsra-ample-sleep",
    .summary = "bsra with ample sets and sleep sets",
    .preserves = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING,
    .sound = true,
    .open = ample_open_blocking,
    .leaps = leaps,
    .close = ample_close_row,
    .sleeps = SLEEPS_SOME,
};
