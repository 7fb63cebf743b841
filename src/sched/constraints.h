/* constraints: properties of states as questions about an unfolding (Kaehkoenen
 * 2015, 6.2).
 *
 * What a property reads is a matter of several threads, and two steps that do
 * not depend on each other may each change some of it.  One way to see every
 * value it can have is to make these steps dependent (exec/watched.h): then
 * more is run.  The other is this.  The unfolding is made without that; each of
 * its events says what it leaves in the things that properties read (PLAN_SHOWS,
 * exec/event.h); and a solver is asked for a set of events that can be what has
 * happened so far, after which a property is violated.  A solution is run
 * before anybody hears of it.
 *
 *     struct constraints c = {.store = &store, ...};
 *     options.constraints = &c;
 *
 * Which way costs less depends on the program: bench/RESULTS.md. */
#ifndef SCHED_CONSTRAINTS_H
#define SCHED_CONSTRAINTS_H

#include "sym/expr.h"

/* The variable of a thing that properties read: 64 bits (rt/wire.h says the
 * same of WIRE_THING). */
enum { CONSTRAINTS_THING = 1 << 24 };
static inline sym_id constraints_thing(struct sym_store *s, uint32_t thing) {
  return sym_var(s, CONSTRAINTS_THING, thing, 64, INT64_MIN, INT64_MAX);
}

struct constraints {
  struct sym_store *store; /* grows */
  const sym_id *violated;  /* each property: whether it is, by its things */
  uint32_t count;
  uint32_t things;
};

/* Deadlocks, too, can be asked for: K's D1 to D4, much slower than the search
 * that unfoldings are looked through by (unfold/deadlock.c), which they
 * judge.  Where waiting loops have looked in vain they say nothing. */
struct second_opinion {
  struct sym_store store;
  bool asked;         /* of the whole unfolding, and it was answered */
  uint64_t deadlocks; /* as many there are in it; */
  uint64_t found;     /* and by the search */
};

#endif
