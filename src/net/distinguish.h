/* distinguish: shortest sequences that tell a mutant, or another network,
 * from the specification, explicitly.
 *
 * The search goes breadth first over pairs (state of the specification,
 * state of the mutant).  Why a mutant of an edge is cheap: until that edge
 * fires both are in the same state, so the search begins at the places where
 * the product uses the edge, at their known distances, and only pairs of
 * different states are ever stored.
 *
 * That a pair (s, s) is taken to be as near as s is in the specification is
 * a relaxation: the shortest way to s may itself use the edge.  It can only
 * make distances smaller, so "no sequence" is a proof of equivalence, and a
 * sequence that kills when it is really run is a shortest one.  One that
 * does not kill sends us to the plain search over all pairs. */
#ifndef NET_DISTINGUISH_H
#define NET_DISTINGUISH_H

#include "base/map.h"
#include "net/product.h"

enum distinguish {
  DISTINGUISH_FOUND,      /* a shortest sequence */
  DISTINGUISH_EQUIVALENT, /* there is none: proved */
  DISTINGUISH_LIMIT,      /* neither, a limit was reached */
};

/* A pair of states at rest and how it was reached. */
struct net_pair {
  uint32_t spec, other;
  uint32_t parent, input; /* parent: a pair, or a state both were in */
};

struct searcher {
  const struct product *product;
  enum net_mode mode;
  struct stepper stepper;
  struct states others; /* states at rest of the mutant that the product
                         * does not have: number product->rest.count + id */
  VEC(struct net_pair) pairs;
  struct map seen; /* spec << 32 | other */
  local_id *at;
  uint64_t plain; /* searches that needed the plain way */
  struct net_limits limits;
};

void searcher_begin(struct searcher *s, const struct product *p,
                    enum net_mode mode, const struct net_limits *l);
void searcher_end(struct searcher *s);
/* A shortest sequence of inputs in `out` (cleared first). */
enum distinguish searcher_mutant(struct searcher *s, const struct mutant *m,
                                 symbol_list *out);

/* The same for two networks, symbols matched by name, symmetrically: in
 * mode quiet an input that only one of them answers is a difference, in mode
 * paper it is not followed.  The sequence is in the symbols of `a`, except
 * that a last input that only `b` knows is reported in *only_b (else
 * NETWORK_NONE).  `bytes` of memory are watched.
 *
 * With choices, in either of them, "answers" means that the input is sure
 * (belief.h), and they differ where the sets of outputs do; `seen` gets the
 * outputs, in the symbols of `a`, to the inputs before the last.  Without
 * choices it stays empty. */
enum distinguish
distinguish_networks(const struct network *a, const struct network *b,
                     enum net_mode mode, bool fair, const struct net_limits *l,
                     symbol_list *out, symbol_list *seen, symbol_id *only_b);

#endif
