/* onward: whether from every state a run goes on to where nothing leaves, or
 * every process has ended, told without the numbers of states.
 *
 * endless.h keeps a successor of every state.  A store that forgets (store.h)
 * has no numbers for them; but where runs come to an end, as they do in most
 * models whose processes have one, less will do.  Claim: if every state
 *
 *   has no successor, or
 *   has one with a larger number, or
 *   is known to lead to a state without successors, or in which every process
 *   that has an end is there (a walk from it has found one),
 *
 * then no process is endless in any state.  For numbers do not rise for ever:
 * from any state, successors with larger ones lead to a state of the first or
 * of the third kind, and there every process has ended or nothing leaves.
 *
 * A successor that is new has a larger number than all before.  Others may have
 * one, too, if they are of this level or of the next: the states that are still
 * to be expanded are in the store, and are found here by what they are.  The
 * few states without any such successor are kept, and walks begin there when
 * the search is over.  If one finds no end, or there are many such states, the
 * search begins anew and remembers: it tells which process is endless, and
 * where. */
#ifndef EXPLORE_ONWARD_H
#define EXPLORE_ONWARD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/vec.h"
#include "explore/expand.h"

struct search;

/* Numbers of states of one level, by what they are; 0: empty, or 1 + it. */
struct onward_level {
  uint32_t *at;
  size_t cap, len;
};

struct onward {
  struct onward_level now, next;
  VEC(value_id) left; /* of states without a larger successor */
  uint64_t left_count;
  VEC(uint8_t) later; /* by state of a chunk: it has one */
  bool lost;          /* the search begins anew */
};

/* Is it so for all states that were expanded until now?  They are numbered. */
bool onward_so_far(const struct search *s);
/* From here on, where the store has begun to forget, and after every change of
 * the layout: the states from this one on are in the store. */
void onward_begin(struct search *s, state_id first);
/* A level begins. */
void onward_level(struct search *s);
/* After a batch. */
void onward_account(struct search *s);
/* The search is over.  False: it has to begin anew. */
bool onward_settles(struct search *s);
uint64_t onward_bytes(const struct onward *o);
void onward_close(struct onward *o);

#endif
