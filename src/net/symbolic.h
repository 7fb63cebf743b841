/* symbolic: what the engines mdd-bfs and mdd-sat share.
 *
 * The search for a test starts where the fault shows, as in net/distinguish:
 * outside the states and inputs whose chain fires the faulty edge both
 * systems answer alike and stay equal, so only those chains, at the known
 * distances of their states, and pairs of different states are looked at.
 * What it finds is run; when it does not kill, the search over all pairs
 * (Jin et al.) decides. */
#ifndef NET_SYMBOLIC_H
#define NET_SYMBOLIC_H

#include "net/close.h"
#include "net/engine.h"
#include "net/step.h"

/* One network in one thread's forests. */
struct symbolic {
  const struct network *net;
  enum net_mode mode;
  bool bfs;
  struct net_limits limits;
  struct coding coding;
  dd_node closure;     /* UTC of the specification */
  dd_node observable;  /* its restriction to inputs and outputs */
  dd_node answers;     /* the same as labels: state, input, output */
  dd_node enter;       /* relation: an empty buffer takes any input */
  dd_node next;        /* relation between states at rest */
  dd_node rest;        /* set: the buffer is empty */
  VEC(dd_node) layers; /* reachable states at rest by distance */
  dd_node same;        /* pairs of equal states, all of them */
  bool *fired;         /* [edges], after verification; NULL: not known */
  double closure_seconds;
  bool exhausted; /* the last search ran out of memory */
};

/* NET_MEMORY when the forests are full; symbolic_end is due always. */
enum net_verdict symbolic_begin(struct symbolic *s, const struct network *n,
                                enum net_mode mode, bool bfs,
                                const struct net_limits *l);
void symbolic_end(struct symbolic *s);
/* CPU seconds of a closure are added to s->closure_seconds. */
dd_node symbolic_closure(struct symbolic *s, const struct mutant *m,
                         dd_node edges);

/* {states : those local states, that symbol in transit}; NETWORK_NONE for
 * any; the symbol comes last. */
dd_node symbolic_pattern(struct symbolic *s, const uint32_t *pattern);
/* Given (buffer: an external input) so that the chain goes through a state
 * of the set, in the specification. */
dd_node symbolic_through(struct symbolic *s, dd_node set);
/* A shortest sequence to a state at rest of that layer, appended; the
 * initial state's layer is 0.  False: DD_FULL. */
bool symbolic_way(struct symbolic *s, size_t layer, const uint32_t *state,
                  symbol_list *out);

/* Counts, findings and witnesses; fills s->fired. */
enum net_verdict symbolic_verify(struct symbolic *s, struct net_report *out);
/* A shortest test for a mutant. */
enum distinguish symbolic_distinguish(struct symbolic *s,
                                      const struct mutant *m, symbol_list *out);

#endif
