/* ample-sleep: the steps of an ample set, with sleep sets (asleep.h), for
 * blocking states.
 *
 * Of the ample sets of a state that with the fewest steps awake is taken; if
 * one has none, nothing need be done there.  Any of them is right, so the
 * choice may depend on what sleeps when the state is first expanded.
 *
 * For properties ample sets take steps that a run to the violation does not
 * have, and these may sleep; so nothing but blocking states is promised. */
#include "explore/explore.h"
#include "explore/strategy/ample.h"
#include "explore/desk.h"

static void leaps(void *self, const struct view *v, struct leaps *out) {
  out->every_step = true;
  if (!v->woken && !v->telling && ample_choose(self, v))
    out->only = v->desk->chosen;
}

const struct strategy strategy_ample_sleep = {
    .name = "ample-sleep",
    .summary = "ample sets and sleep sets, for blocking states",
    .preserves = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING,
    .sound = true,
    .open = ample_open_blocking,
    .leaps = leaps,
    .close = ample_close_row,
    .sleeps = SLEEPS_SOME,
};
