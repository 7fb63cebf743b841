/* What unfoldings are not for: programs in which something that matters is no
 * step, or steps are not told apart. */
#include "sched/unfold/unfold.h"

/* Two who join one thread misuse it, whoever is first.  Where that is no step
 * of theirs, neither has the other in its past, and there need not be a run in
 * which both come to it.  But in some run each does, because that is a local
 * state of its thread: so such programs are known. */
void unf_note_joiner(struct unfold *u, const struct event *e) {
  uint16_t *who = &u->joiner[e->value % THREADS_WORD];
  u->rejoined |= *who && *who != e->thread + 1;
  *who = (uint16_t)(e->thread + 1);
}

const char unfold_mixed[] =
    "it has atomic blocks and loops that wait for a write: whether such a loop "
    "goes on after a block cannot be told from the order of steps; optimal "
    "applies";

static const char unfold_passed[] =
    "it passes a barrier in an atomic block; optimal applies";

static const char unfold_branches[] =
    "it has atomic blocks, and branches on inputs, which may be in them; "
    "optimal applies";

static const char unfold_reused[] =
    "it makes more threads than it has at a time, so that some have the same "
    "number; optimal applies";

static const char unfold_rejoined[] =
    "two of its threads come to join the same one, perhaps in one run; optimal "
    "applies";

const char *unf_does_not_apply(const struct unfold *u) {
  if (u->rejoined)
    return unfold_rejoined;
  if (u->globals && u->awaits)
    return unfold_mixed;
  if (u->globals && u->branches)
    return unfold_branches;
  if (u->mixed)
    return unfold_passed;
  return u->reused ? unfold_reused : NULL;
}
