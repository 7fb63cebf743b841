/* product: the reachable part of a network, state by state.
 *
 * Breadth first over the states at rest, so that state numbers grow with the
 * distance from the initial state (number 0) and the tree of `parent`s holds
 * shortest input sequences, the first in order of inputs among them.  For
 * every state and input the product keeps how the chain ends, and for every
 * edge where it is used: that is what makes mutants cheap, since a mutant
 * behaves like the specification until its edge fires. */
#ifndef NET_PRODUCT_H
#define NET_PRODUCT_H

#include "net/net.h"
#include "net/states.h"
#include "net/step.h"

struct product_answer {
  uint32_t target; /* a state at rest; meaningful for ANSWER_OUTPUT */
  uint32_t output; /* the symbol, or ANSWER_NO + enum answer */
  uint32_t edges;  /* bit e % 32 for every edge e that fires */
};
#define PRODUCT_NO (UINT32_MAX - 3)

struct product {
  const struct network *net;
  uint32_t inputs;        /* columns: net->inputs.len */
  struct states rest;     /* states at rest: local states */
  struct states unstable; /* the symbol in transit, then local states */
  VEC(uint32_t) depth, parent, parent_input; /* of states at rest */
  VEC(struct product_answer) answers;        /* [state * inputs + input] */
  uint64_t observable;
  uint32_t *use_first; /* [edges + 1]: where an edge's uses begin ... */
  uint32_t *uses;      /* ... state * inputs + input, increasing; only
                        * chains that end in an output */
  bool *fired;         /* [edges]: in whatever chain */
};

static inline bool product_answers(const struct product_answer *a) {
  return a->output < PRODUCT_NO;
}

/* NET_DONE, or the limit that stopped it; product_free is due always. */
enum net_verdict product_build(struct product *p, const struct network *n,
                               const struct net_limits *l);
/* The inputs from the initial state to a state at rest, appended. */
void product_path(const struct product *p, uint32_t state, symbol_list *out);
uint64_t product_bytes(const struct product *p);
/* The edges that never fire, with reasons, from the states that are reached,
 * at rest and in transit. */
void net_find_dead(const struct network *n, const struct states *rest,
                   const struct states *unstable, const bool *fired,
                   struct net_report *out);
/* Livelocks, stuck receptions, dead edges, connectedness. */
void product_verify(const struct product *p, struct net_report *out);
void product_free(struct product *p);

#endif
