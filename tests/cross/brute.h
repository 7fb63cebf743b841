/* brute: every state of a small model, found on the plain interpreter.
 *
 * The reference for the explorer: a queue of whole states, a key for each,
 * nothing clever.  Runs are shortest, and the first of the shortest in the
 * order of struct model_step: states are expanded in the order of their first
 * runs, so by induction the first step that finds a state is the last step
 * of its first run. */
#ifndef TESTS_CROSS_BRUTE_H
#define TESTS_CROSS_BRUTE_H

#include "model/interp.h"

/* Unused fields are NONE (or zero). */
struct brute_finding {
  enum finding_kind kind;
  process_id process; /* unspecified, overflow, endless */
  location_id location;
  message_id message;
  object_id object;
  uint32_t property;
  struct place place;       /* assertion, range */
  enum fail_reason failure; /* of the first run; no part of the identity */
  source_id source;         /* unexecutable */
  uint32_t state; /* where the run ends, without a failing last step */
  bool last_step_fails;
  struct model_step last_step;
  uint32_t length; /* of the run, the failing step included */
};

struct brute_state {
  char *key;
  size_t key_len;
  uint32_t parent;        /* NONE: the initial state */
  struct model_step step; /* from the parent to here */
  uint32_t depth;
  uint32_t next_same_hash;
};

struct brute_edge {
  uint32_t from, to;
};

struct brute {
  bool too_large; /* more states or messages than allowed: ignore the rest */
  uint64_t transitions, terminated, blocking, deadlocks;
  VEC(struct brute_state) states;
  VEC(struct brute_finding) findings; /* in order of discovery */
  bool *taken;                        /* by source */
  VEC(struct brute_edge) edges;
  VEC(bool) ended; /* by state, then process: it is at a final location */
};

struct brute *brute_explore(const struct model *m, uint32_t state_limit);
/* The same; shows every state with its depth on the way. */
typedef void brute_visit(void *user, const struct istate *s, uint32_t depth);
struct brute *brute_walk(const struct model *m, uint32_t state_limit,
                         brute_visit *visit, void *user);
void brute_free(struct brute *b);

/* brute_ends.c, part of the walk: who is endless, and from where on. */
void brute_ends(struct brute *b, const struct model *m);

/* The finding with the same identity (kind and where; a state for deadlocks
 * and blocking states), or NULL. */
const struct brute_finding *brute_find(const struct brute *b,
                                       const struct brute_finding *like);
uint64_t brute_count(const struct brute *b, enum finding_kind kind);
/* The number of the state with this key, or NONE. */
uint32_t brute_state_of(const struct brute *b, const struct text *key);
/* The steps of the run of a finding, in order. */
void brute_run(const struct brute *b, const struct brute_finding *f,
               struct interp_steps *out);
/* "unspecified P2 at 0: m3 on P1->P2" */
void brute_print_finding(const struct model *m, const struct brute_finding *f,
                         struct text *out);

#endif
