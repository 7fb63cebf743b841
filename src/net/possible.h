/* possible: what can happen in a network with choices, state by state.
 *
 * As product.h, breadth first over the states at rest; but an input leads to
 * all the states that some chain of it can end in.  The states in transit
 * are kept with the links between them: a circle there is a livelock. */
#ifndef NET_POSSIBLE_H
#define NET_POSSIBLE_H

#include "net/chains.h"
#include "net/net.h"

struct possible {
  const struct network *net;
  bool fair;
  uint32_t inputs;        /* columns: net->inputs.len */
  struct states rest;     /* at rest: local states */
  struct states unstable; /* the symbol in transit, then local states */
  VEC(uint32_t) parent, parent_input; /* of states at rest */
  VEC(uint32_t)
  place;                        /* of unstable ones: the first state *
                                        * inputs + input that leads there */
  VEC(struct chain_link) links; /* between unstable ones */
  VEC(bool) ending;             /* of unstable ones: may end a chain */
  VEC(struct chain_link) steps; /* between states at rest */
  VEC(struct net_stuck) stuck;  /* each machine, state, symbol once */
  uint64_t observable;
  bool *fired; /* [edges] */
};

/* NET_DONE, or the limit that stopped it; possible_free is due always. */
enum net_verdict possible_build(struct possible *p, const struct network *n,
                                bool fair, const struct net_limits *l);
/* Livelocks, stuck receptions, dead edges, connectedness; once. */
void possible_verify(struct possible *p, struct net_report *out);
/* Appends the inputs that lead to a place (state * inputs + input), its own
 * at last. */
void possible_inputs(const struct possible *p, uint32_t place,
                     symbol_list *out);
uint64_t possible_bytes(const struct possible *p);
void possible_free(struct possible *p);

#endif
