/* brute: everything a small program can come to, by trying every interleaving.
 *
 * An interpreter of its own (code.h), with its own memory and locks, that
 * shares nothing with cc/, rt/, exec/ and sched/.  What the standards say is
 * here (brute_step.c); beside it Heddle's conventions that are no matter of
 * right or wrong: memory is sequentially consistent, conditions do not wake by
 * themselves, a timed operation that would have to wait may time out at once.
 * A thread that fails stops and the others go on: in the real program they may
 * get on before the process is dead.
 *
 * Data races are those of C11 (brute_order.c): two accesses of different
 * threads to the same bytes, one of them a write, one of them plain, and none
 * happens before the other.  To see all of them the clocks of happens-before
 * are part of a state, in a form in which only their order counts, so that a
 * loop comes back to the same state.
 *
 * Two sets of each are told: what a search that covers everything must find,
 * and what it may find.  They differ where a run fails more than once (one of
 * the failures is told), where another write comes between two accesses that
 * race, and where standards and conventions leave the order open (`lenient`).
 */
#ifndef TESTS_ORACLE_BRUTE_H
#define TESTS_ORACLE_BRUTE_H

#include "code.h"

enum { RACES_MAX = 128 };

struct brute_race {
  uint16_t first, second; /* places, the lower first */
};

struct brute {
  bool too_large; /* more states than allowed: ignore the rest */
  uint32_t states;
  uint64_t must_fail, may_fail;       /* sets of fails of the code */
  uint64_t must_exit[4], may_exit[4]; /* sets of exit codes that are not 0 */
  bool ends_well;                     /* some run ends with code 0 */
  bool stuck;                         /* some run waits for ever */
  bool circles;                       /* some fair run goes round for ever */
  struct brute_race must_race[RACES_MAX], may_race[RACES_MAX];
  unsigned must_races, may_races;
};

void brute_explore(const struct code *c, uint32_t limit, struct brute *out);
/* No finding at all. */
bool brute_holds(const struct brute *b);

#endif
