/* descent: from which state each one was reached first, breadth first.
 *
 * States are numbered in the order of discovery, and parents never decrease
 * from one state to the next.  So it is enough to keep, of each state that was
 * expanded, which of its successors were new (their turns): the parent of a
 * state is the one among whose new successors it is counted.  And where states
 * themselves are not kept (store.h), the run to one is made by expanding those
 * on it once more, and taking these turns.
 *
 * Turns are nibbles: three bits, one for each successor in order, and whether
 * more follow; after two nibbles without any turn comes a number, in nibbles of
 * the same kind, of triples that are left out.  Every 64 states there is a
 * mark.  Together they are about a byte a state. */
#ifndef EXPLORE_DESCENT_H
#define EXPLORE_DESCENT_H

#include <stdbool.h>
#include <stdint.h>

#include "explore/pages.h"

typedef uint32_t state_id;

struct descent {
  struct pages steps; /* nibbles, two in a byte; whole bytes at a mark */
  struct pages marks; /* struct descent_mark */
  uint64_t len;       /* nibbles */
  state_id told;      /* states that were expanded */
};

void descent_close(struct descent *d);
uint64_t descent_bytes(const struct descent *d);
/* Room for so many states in all, of which so many are new since states were
 * told last; false: memory is refused. */
bool descent_reserve(struct descent *d, size_t states, size_t fresh);

/* The next state that was expanded: its first new successor has this number,
 * or would have; and the turns of the new ones, ascending. */
void descent_tell(struct descent *d, state_id first, const uint32_t *turns,
                  uint32_t count);
/* Of a state that is no root: from which it was reached, and by which of its
 * successors. */
state_id descent_parent(const struct descent *d, state_id state,
                        uint32_t *turn);

/* To a file and back; there is room for the states. */
struct archive;
void descent_archive(struct descent *d, struct archive *a);

#endif
