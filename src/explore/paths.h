/* paths: the runs to findings, where the states of a search are not in one
 * memory but in files (disk.h) or at other ranks (spread.h).
 *
 * A state is known by its level and its index there.  The levels are gone
 * through once, from the last to the first: of each, those states are fetched
 * that are wanted, because a finding is there or because they are the parents
 * of some that were wanted in the level behind it. */
#ifndef EXPLORE_PATHS_H
#define EXPLORE_PATHS_H

#include "explore/expand.h"

struct search;

struct path_state { /* a state on the run to some finding */
  uint32_t parent;  /* in states; NONE: it is the initial one */
  size_t words;     /* in words */
};

struct paths {
  struct path_place {
    uint64_t level, index;
  } * where; /* by finding: its state */
  size_t finding_count;
  VEC(struct path_state) states;
  VEC(uint64_t) words;
  VEC(uint32_t) of; /* by finding: the state; NONE: it could not be fetched */
};

/* The words and parents of the states of a level that have these indices,
 * which rise.  False: they could not be had. */
typedef bool paths_fetch(struct search *s, size_t level,
                         const uint64_t *indices, size_t count, uint64_t *words,
                         uint64_t *parents);

/* Fills in all but `where`; false: fetch has failed. */
bool paths_find(struct paths *p, struct search *s, size_t levels,
                paths_fetch *fetch);
/* Puts the run to this finding into the store, and its state's number into the
 * candidate; false: it is not there. */
bool paths_stage(const struct paths *p, struct search *s, struct candidate *c);
void paths_free(struct paths *p);

#endif
