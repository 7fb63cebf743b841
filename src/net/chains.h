/* chains: everything that one input can set off when machines have choices.
 *
 * Where a machine has several edges for a state and a symbol it may take any
 * of them, so an input sets off not one chain (step.h) but a graph of them,
 * over states in transit: the symbol, and the local states.  Its leaves are
 * the ends: an observable output with a state at rest.  Beside them a chain
 * may end in silence, in the three ways that step.h has.  A livelock is
 * possible when a circle can be reached.  With `fair` it is assumed that a
 * circle that can be left is left: a livelock is then a state in transit
 * from which nothing but circles can be reached. */
#ifndef NET_CHAINS_H
#define NET_CHAINS_H

#include "base/vec.h"
#include "net/states.h"
#include "net/step.h"

enum {
  SILENT_UNDEFINED = 1 << 0, /* the input has no edge here */
  SILENT_STUCK = 1 << 1,     /* some chain meets a state without an edge */
  SILENT_LIVELOCK = 1 << 2   /* some chain never ends */
};

struct chain_end {
  symbol_id output;
  uint32_t target; /* a state at rest, numbered in `rest` */
};
typedef VEC(struct chain_end) chain_ends;

/* Every edge as it fires: from a state in transit (the symbol, then the
 * local states; NULL for the input itself at rest) to the next, whose symbol
 * may be observable.  An edge of NETWORK_NONE, with `to` NULL: nothing
 * receives the symbol in `from`. */
typedef void chain_watch(void *user, edge_id e, const uint32_t *from,
                         const uint32_t *to);

struct chain_link {
  uint32_t from, to; /* nodes */
};

struct chains {
  const struct network *net;
  const struct mutant *mutant; /* NULL: the specification */
  bool fair;
  struct states *rest; /* where ends are numbered; not owned */
  chain_watch *watch;  /* or NULL */
  void *user;
  /* of the last input */
  chain_ends ends; /* by output and target, each once */
  unsigned silent; /* SILENT_ bits */
  uint32_t edges;  /* bit e % 32 for every edge e that may fire */
  /* the graph of the last input */
  struct states nodes; /* states in transit; 0 is the input itself, which
                        * no machine sent: its symbol is NETWORK_NONE */
  VEC(struct chain_link) links;
  VEC(bool) ending; /* of a node: some edge of it ends a chain */
  symbol_id input;
  uint32_t *vector, *from;
};

void chains_begin(struct chains *c, const struct network *n,
                  struct states *rest);
void chains_end(struct chains *c);
/* The state at rest where it all begins. */
uint32_t chains_initial(struct chains *c);
/* All that the input can lead to from a state at rest. */
void chains_input(struct chains *c, uint32_t state, symbol_id input);

#endif
