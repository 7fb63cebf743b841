/* symmetry: one state for all that differ in who is who.
 *
 * A block is a set of processes any two of which are alike (alike.h): they may
 * take each other's places, with the objects that go with them, and the model
 * stays the same.  States that differ by such exchanges form an orbit; from all
 * of an orbit the same happens but for who does it, so that one state of each
 * is enough (Ip and Dill, 1996; for SPIN Bosnacki, Dams and Holenderski, 2002).
 * The initial state is its own orbit, because what is alike has equal initial
 * values; so an orbit is reachable as a whole or not at all, and the sizes of
 * the orbits add up to the number of states of `full`.
 *
 * The state that stands for its orbit.  Each member of a block has a signature:
 * its own value, those of the objects that are its alone, the locks it holds;
 * members are brought into the order of their signatures by exchanging two at a
 * time.  Where equal signatures do not mean that nothing changes if the two are
 * exchanged (a channel from each member to each other one, a lock of one held
 * by another), every order of them is tried, and the least state taken.  An
 * orbit has as many states as there are orders of the members, divided by those
 * that leave the state as it is.
 *
 * Values are compared by a hash of what they are, not by their numbers, so that
 * the same state stands for the orbit whatever the number of workers.  If two
 * had the same hash, an orbit might be stored twice; nothing would be missed.
 *
 * Words that say who: the holder of a lock, and under fifo order who sent the
 * messages of a port.  Causal order, which remembers more, and ports without
 * bound are refused. */
#ifndef EXPLORE_SYMMETRY_H
#define EXPLORE_SYMMETRY_H

#include "base/text.h"
#include "explore/desk.h"

struct symmetry;

/* lines: see alike.h.  NULL: no two processes are alike, and *why says what
 * keeps the first two apart that might have been. */
struct symmetry *symmetry_open(const struct model *m, bool lines,
                               struct text *why);
void symmetry_close(struct symmetry *y);

/* Makes of a state the one that stands for its orbit; returns the size of the
 * orbit.  Scratch memory is d->list. */
uint64_t symmetry_fold(struct symmetry *y, struct desk *d, value_id *values);

#endif
