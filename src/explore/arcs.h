/* arcs: every step of every state, after the search.
 *
 * The search keeps states and throws steps away.  What is asked of runs that go
 * on for ever needs them all: also two steps that lead to the same state, since
 * fairness tells apart who moved.  So each state is expanded once more, and the
 * steps are kept in the order of steps (model.h), eight bytes each.
 *
 * A step that fails leads nowhere (ARC_FAILS), and is kept too: it can be
 * taken, which is what fairness asks. */
#ifndef EXPLORE_ARCS_H
#define EXPLORE_ARCS_H

#include "base/vec.h"
#include "explore/store.h"
#include "model/model.h"

struct search;
struct explore_run;

#define ARC_FAILS UINT32_MAX
#define ARC_PROGRESS 0x80000000u

struct arc {
  state_id to;
  uint32_t edge; /* numbered through all processes; ARC_PROGRESS: the step
                    passes a progress label */
};

struct arcs {
  state_id states;
  VEC(uint64_t) first; /* by state and one more */
  VEC(struct arc) at;
  uint32_t *base;    /* by process: the number of its first edge */
  process_id *owner; /* by number of an edge */
  uint32_t edges;    /* numbers; behind them one for each process, for steps
                        that no edge takes */
};

/* False when a limit was reached: then the search has stopped. */
bool arcs_open(struct arcs *a, struct search *s);
void arcs_close(struct arcs *a);
uint64_t arcs_bytes(const struct arcs *a);

/* The steps behind an arc, the n-th of the state, are appended: one, or of a
 * machine those of an atomic sequence or a rendezvous. */
void arcs_steps(struct search *s, state_id from, uint64_t n,
                struct explore_run *out);

#endif
