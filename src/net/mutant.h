/* mutant: a network with one fault (Jin et al., section 5).
 *
 *   initial      one machine starts in another state
 *   output       one edge answers with another output of its machine, which
 *                may be an internal symbol
 *   destination  one edge leads to another state
 *   missing      one edge is not there (ours, not in the paper)
 *
 * The classes of symbols stay those of the specification.  The first three
 * operators make sum((|S|-1) + |d|(|Y|-1) + |d|(|S|-1)) mutants over the
 * machines, |d| its edges and |Y| the outputs it has.  Mutants are numbered,
 * operator by operator, machine by machine, edge by edge; they are never
 * stored, a number is enough. */
#ifndef NET_MUTANT_H
#define NET_MUTANT_H

#include "base/sound.h"
#include "base/text.h"
#include "model/network.h"

enum mutant_kind {
  MUTANT_INITIAL,
  MUTANT_OUTPUT,
  MUTANT_DESTINATION,
  MUTANT_MISSING,
  MUTANT_KINDS
};
enum {
  MUTANT_PAPER =
      1 << MUTANT_INITIAL | 1 << MUTANT_OUTPUT | 1 << MUTANT_DESTINATION
};

struct mutant {
  enum mutant_kind kind;
  machine_id machine;
  edge_id edge;   /* NETWORK_NONE for initial */
  uint32_t value; /* the other state or output */
};

extern const char *const mutant_kind_names[MUTANT_KINDS];

/* How many mutants the chosen operators (bits 1 << kind) make. */
uint64_t mutant_count(const struct network *n, unsigned operators);
/* The mutant of that number, below mutant_count. */
struct mutant mutant_at(const struct network *n, unsigned operators,
                        uint64_t number);
/* "sender wait0 --ack0/ok--> idle1 answers 'frame0'" */
void mutant_describe(const struct network *n, const struct mutant *m,
                     struct text *out);

/* The edge as the mutant has it; false when it is missing there. */
static inline bool mutant_edge(const struct network *n, const struct mutant *m,
                               edge_id e, struct network_edge *out) {
  EXPECTS(e < n->edges.len && out);
  *out = n->edges.at[e];
  if (!m || m->edge != e)
    return true;
  if (m->kind == MUTANT_OUTPUT)
    out->output = m->value;
  else if (m->kind == MUTANT_DESTINATION)
    out->to = m->value;
  return m->kind != MUTANT_MISSING;
}

static inline local_id mutant_initial(const struct network *n,
                                      const struct mutant *m, machine_id k) {
  EXPECTS(k < n->machines.len);
  const bool other = m && m->kind == MUTANT_INITIAL && m->machine == k;
  return other ? m->value : n->machines.at[k].initial;
}

#endif
