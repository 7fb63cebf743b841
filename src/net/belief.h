/* belief: the states in which a network may be, after what was seen of it.
 *
 * A network with choices is in one of several states at rest, and a tester
 * who sees only outputs does not know in which.  What is known is a set of
 * states; an input and the output that is seen lead from a set to a set.
 * Here this is worked out when it is asked for, and remembered.
 *
 * An input is *sure* in a set when every chain that it can set off, from
 * every state of the set, ends in an output: only then does the tester know
 * that an answer must come, and only such inputs are given by tests.
 *
 * A mutant has a belief of its own that rests on the specification's: its
 * replies are the same where its edge cannot fire.  States at rest have the
 * same numbers in both. */
#ifndef NET_BELIEF_H
#define NET_BELIEF_H

#include "base/map.h"
#include "net/chains.h"
#include "net/net.h"

/* What one state can answer to one input. */
struct belief_reply {
  uint32_t first, count; /* in `ends` */
  uint32_t edges;        /* that may fire: bit e % 32 */
  unsigned silent;       /* SILENT_ bits */
};

struct belief_branch {
  symbol_id output;
  uint32_t set; /* where the network may be after it */
};

/* What a set can answer to one input. */
struct outlook {
  uint32_t first, count; /* in `branches`, by output */
  uint32_t all;          /* the union of the sets of all branches */
  uint32_t edges;        /* that may fire: bit e % 32 */
  bool sure;
};

struct belief {
  struct chains chains;
  struct belief *base; /* of the specification, for a mutant; or NULL */
  struct map replies;  /* state << 32 | input: number in `reply` */
  VEC(struct belief_reply) reply;
  chain_ends ends;
  VEC(uint32_t) members; /* of all sets, one after the other, increasing */
  VEC(uint32_t) first;   /* of a set, in `members`; one more at the end */
  uint32_t *slots;       /* open addressing: set + 1, or 0 */
  size_t cap;
  struct map outlooks; /* set << 32 | input: number in `outlook` */
  VEC(struct outlook) outlook;
  VEC(struct belief_branch) branches;
  chain_ends scratch;
  VEC(uint32_t) set; /* the one being made */
};

/* `rest` numbers the states and must outlive it. */
void belief_begin(struct belief *b, const struct network *n,
                  struct states *rest, bool fair);
/* That of a mutant, on top of the specification's. */
void belief_mutant(struct belief *b, struct belief *base);
/* Forgets everything and takes another mutant. */
void belief_become(struct belief *b, const struct mutant *m);
void belief_end(struct belief *b);

/* The set of the initial state alone. */
uint32_t belief_initial(struct belief *b);
/* `input` counts the network's inputs: 0, 1, 2 ... */
struct outlook belief_after(struct belief *b, uint32_t set, uint32_t input);
/* The set after that output, or STATES_NONE when it cannot be seen. */
uint32_t belief_seen(const struct belief *b, const struct outlook *o,
                     symbol_id output);
uint64_t belief_bytes(const struct belief *b);

#endif
