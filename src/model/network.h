/* network: communicating Mealy machines under the slow environment
 * assumption (Jin, Ciardo, Kim and Zhao, section 2; Hierons 1997).
 *
 * A network is machines with pairwise disjoint input alphabets.  One symbol
 * at most is in transit: the environment gives an input only when the
 * network is at rest, and each edge answers with exactly one symbol.  Several
 * edges for one state and input are a choice of the machine: the network is
 * not deterministic then.
 *
 *   internal    some machine writes it and a machine reads it
 *   external    an input that no machine writes, or that is declared so
 *   observable  an output that no machine reads
 *
 * Life cycle: a reader (lang/machines, read/network_xml, a test)
 * adds machines, states and edges in any order of mention, then calls
 * network_finish once, which checks the whole and builds the tables; from
 * then on the network does not change.  All-zero is the empty network. */
#ifndef MODEL_NETWORK_H
#define MODEL_NETWORK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/diag.h"
#include "base/map.h"
#include "base/sound.h"
#include "base/vec.h"

#define NETWORK_NONE UINT32_MAX

typedef uint32_t symbol_id;
typedef uint32_t machine_id;
typedef uint32_t local_id; /* a state of one machine */
typedef uint32_t edge_id;  /* numbered through all machines */

struct network_edge {
  machine_id machine;
  local_id from, to;
  symbol_id input, output;
  edge_id next; /* another one for this state and input, or NETWORK_NONE;
                 * made by network_finish */
  struct diag_at at;
};

/* A symbol that a machine is said to have, whether an edge uses it or not. */
struct network_mention {
  machine_id machine;
  symbol_id symbol;
  bool output; /* else an input */
  struct diag_at at;
};

struct network_state {
  bool declared;
  struct diag_at at; /* of the first mention */
};

struct network_machine {
  const char *name;
  struct diag_at at;
  struct names state_names;
  VEC(struct network_state) states;
  local_id initial;
  struct diag_at initial_at;
  /* made by network_finish */
  edge_id first_edge, edge_count;
  VEC(symbol_id)
  inputs, outputs; /* by first mention in the machine; those
                                   * that only a declaration names at last */
  edge_id *table;  /* [state * inputs.len + column]: edge or NETWORK_NONE */
};

struct network_symbol {
  machine_id reader; /* NETWORK_NONE: nobody */
  uint32_t column;   /* in the reader's table */
  bool written;      /* some machine outputs it, or is declared to */
  bool declared;     /* `external` names it */
  struct diag_at at; /* of the first mention */
};

struct network {
  char *file;
  struct names machine_names, symbol_names;
  VEC(struct network_machine) machines;
  VEC(struct network_symbol) symbols;
  VEC(struct network_edge) edges;       /* machine by machine, in file order */
  VEC(struct network_mention) mentions; /* declared inputs and outputs */
  VEC(symbol_id) inputs;                /* what the environment may give */
  edge_id choices; /* edges that are not the first for their state and input */
  edge_id first_choice; /* one of them, where there are any */
};

/* --- building ------------------------------------------------------------- */

/* The file name all positions are reported in; copied. */
void network_begin(struct network *n, const char *file);
/* A new machine, or NETWORK_NONE and a message when the name is taken. */
machine_id network_machine(struct network *n, const char *name, size_t len,
                           struct diag_at at, struct diag *d);
/* The state of that name, made at its first mention; `declare` when this is
 * the place that defines it (a second one is an error: NETWORK_NONE). */
local_id network_state(struct network *n, machine_id m, const char *name,
                       size_t len, bool declare, struct diag_at at,
                       struct diag *d);
symbol_id network_symbol(struct network *n, const char *name, size_t len,
                         struct diag_at at);
void network_edge(struct network *n, struct network_edge e);
void network_external(struct network *n, symbol_id s, struct diag_at at);
/* The machine reads the symbol, or writes it, even if no edge does: it is an
 * input that is applicable nowhere, or an output that mutants may give. */
void network_mention(struct network *n, struct network_mention m);
/* Checks and completes; false with every mistake reported: no machine, a
 * state never defined, two machines that read one symbol, the same edge
 * twice, an external symbol that no machine reads, a machine too large. */
bool network_finish(struct network *n, struct diag *d);
void network_free(struct network *n);

/* --- asking --------------------------------------------------------------- */

static inline const char *network_symbol_name(const struct network *n,
                                              symbol_id s) {
  EXPECTS(s < n->symbols.len);
  return n->symbol_names.at.at[s];
}
static inline const char *network_state_name(const struct network *n,
                                             machine_id m, local_id s) {
  EXPECTS(m < n->machines.len);
  return n->machines.at[m].state_names.at.at[s];
}
static inline bool network_is_internal(const struct network *n, symbol_id s) {
  EXPECTS(s < n->symbols.len);
  return n->symbols.at[s].written && n->symbols.at[s].reader != NETWORK_NONE;
}
static inline bool network_is_external(const struct network *n, symbol_id s) {
  EXPECTS(s < n->symbols.len);
  const struct network_symbol *y = &n->symbols.at[s];
  return y->reader != NETWORK_NONE && (!y->written || y->declared);
}
static inline bool network_deterministic(const struct network *n) {
  return !n->choices;
}
/* The edge of machine m at state s for a symbol that m reads; `next` leads
 * to the others, where there is a choice. */
static inline edge_id network_lookup(const struct network *n, machine_id m,
                                     local_id s, symbol_id input) {
  EXPECTS(m < n->machines.len);
  const struct network_machine *k = &n->machines.at[m];
  return k->table[(size_t)s * k->inputs.len + n->symbols.at[input].column];
}

#endif
