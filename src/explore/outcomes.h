/* outcomes: whether properties hold, remembered by what they look at.
 *
 * A property is decided by the values of a few parts, which are a few bits of
 * a packed state.  Neighbours mostly agree in them, so what came out for these
 * bits last is looked up before an expression is evaluated.  A slot holds what
 * came last.  Each worker has its own. */
#ifndef EXPLORE_OUTCOMES_H
#define EXPLORE_OUTCOMES_H

#include "explore/layout.h"
#include "explore/moves.h"

struct outcomes {
  uint64_t *at;    /* slots: property and outcome, then the bits */
  uint64_t *masks; /* by property: what it looks at */
  size_t words, mask;
};

enum came_out { CAME_UNKNOWN, CAME_HOLDS, CAME_FAILS };

/* For states of this layout; forgets those of the one before. */
void outcomes_renew(struct outcomes *o, const struct layout *l,
                    const struct support *supports, uint32_t properties);
/* Values have got other numbers. */
void outcomes_forget(struct outcomes *o);
void outcomes_free(struct outcomes *o);

/* The slot for this property and state; if another was there, it is unknown
 * now what comes out. */
uint64_t *outcomes_slot(struct outcomes *o, uint32_t property,
                        const uint64_t *words);
static inline enum came_out outcomes_get(const uint64_t *slot) {
  return (enum came_out)(slot[0] & 3);
}
static inline void outcomes_set(uint64_t *slot, enum came_out a) {
  slot[0] = (slot[0] & ~(uint64_t)3) | a;
}

#endif
