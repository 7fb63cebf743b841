/* descent: from which state each one was reached first, breadth first.
 *
 * States are numbered in the order of discovery, and parents never decrease
 * from one state to the next.  So a parent is kept as the number of its new
 * children: four bits, and a mark every 64 states.
 *
 * Where states themselves are not kept (store.h), there is also the turn of
 * each: which of the successors of its parent it is, a byte.  The run to a
 * state is then made by expanding those on it once more. */
#ifndef EXPLORE_DESCENT_H
#define EXPLORE_DESCENT_H

#include <pthread.h>
#include <stdbool.h>

#include "base/map.h"
#include "explore/pages.h"

typedef uint32_t state_id;

struct descent {
  bool turned;           /* turns are kept */
  struct pages children; /* two states in a byte */
  struct pages marks;    /* first child of every 64th state */
  struct pages turns;
  struct map many; /* children of states with 15 or more, and turns of 255 or
                      more */
  pthread_mutex_t lock;
};

void descent_open(struct descent *d, bool turned);
void descent_close(struct descent *d);
uint64_t descent_bytes(const struct descent *d, state_id count);
/* Room for so many states in all; false: memory is refused. */
bool descent_reserve(struct descent *d, size_t states);

/* State has so many new children, the first is `first`.  Not by several
 * workers at once. */
void descent_set_children(struct descent *d, state_id state, state_id first,
                          uint32_t count);
/* Workers may say this of different states at the same time. */
void descent_set_turn(struct descent *d, state_id state, uint32_t turn);
state_id descent_parent(const struct descent *d, state_id state);
uint32_t descent_turn(const struct descent *d, state_id state);

/* To a file and back; there is room for the states.  Turns are not saved. */
struct archive;
void descent_archive(struct descent *d, struct archive *a, state_id count);

#endif
