/* encode: a network as decision diagrams (Jin et al., section 3).
 *
 * Variable k + 1 is machine k; the topmost one is the buffer: the symbol in
 * transit, or `empty`.  A relation holds pairs ((i, a), (j, b)): with symbol
 * a given or in transit and local states i, the next symbol is b and the
 * local states are j.  One step of machine k touches two variables, the
 * others are left out of the diagram.
 *
 * The buffer is on top because a chain of steps is known by its first and
 * last symbol: below such a pair only the machines on the chain are left.
 * At the bottom, every node of a machine would hold the chains of all
 * symbols, and no machine could be left out (the closure of the shipped egp:
 * 530 nodes this way, 37,000 the other).
 *
 * One struct coding belongs to one thread; it holds all its forests. */
#ifndef NET_ENCODE_H
#define NET_ENCODE_H

#include "dd/dd.h"
#include "dd/saturate.h"
#include "net/net.h"

/* Edges of one machine with the same input and output: one event. */
struct edge_group {
  machine_id machine;
  symbol_id input, output;
  uint32_t *to; /* [state]: where it leads, or DD_OFF */
};

struct coding {
  const struct network *net;
  unsigned machines;
  uint32_t empty;    /* the buffer's value for "nothing in transit" */
  struct dd *sets;   /* states: machines and buffer */
  struct dd *steps;  /* relations over the same */
  struct dd *pairs;  /* states of specification and mutant, no buffer */
  struct dd *labels; /* states, input, output */
  dd_node all_edges; /* T of the specification */
  dd_node internal;  /* those that read internal symbols */
  dd_node inputs;    /* set: buffer is an external input */
  dd_node outputs;   /* set: buffer is an observable output */
  dd_node sent;      /* set: buffer is an internal symbol */
  VEC(struct edge_group) groups;
};

/* False when the limit was reached; coding_end is due always. */
bool coding_begin(struct coding *c, const struct network *n, uint64_t limit);
void coding_end(struct coding *c);
uint64_t coding_bytes(const struct coding *c); /* peak of all forests */
/* Collects in the forests that are crowded, or in all of them; everything
 * held but the fields above must be protected. */
void coding_tidy(struct coding *c, bool all);

/* T of a mutant; NULL is the specification. */
dd_node coding_edges(struct coding *c, const struct mutant *m);
/* Those that read internal symbols. */
dd_node coding_internal(struct coding *c, const struct mutant *m);
/* Events of the state space: machine and buffer move together, an observable
 * output empties the buffer, an empty buffer takes external inputs. */
struct dd_events *coding_state_events(struct coding *c);

/* One state; at[k] by machine. */
dd_node coding_state(struct coding *c, const local_id *at, uint32_t buffer);
/* The relation that only puts any of `from` into the buffer in place of any
 * of `to` (lists of values). */
dd_node coding_buffer(struct coding *c, const uint32_t *from, size_t froms,
                      const uint32_t *to, size_t tos);

#endif
