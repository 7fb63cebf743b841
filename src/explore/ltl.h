/* ltl: from a formula about runs to an automaton that accepts those of which it
 * does not hold.
 *
 * The automaton reads the states of a run one after the other: from one of its
 * own states it takes an edge whose literals hold of the state of the run.  A
 * run is accepted if some way of reading it takes edges of every set of
 * acceptance again and again (a transition-based generalised Buechi automaton).
 *
 * How.  A state of the automaton is a set of formulas that must hold from here
 * on.  Each is unfolded into what must hold now and what one state later:
 * a until b is b, or a now and a until b next, with the promise that b comes.
 * The edges are the ways to satisfy all of them at once; an edge is in the set
 * of an `until` if it does not put it off (Couvreur, FM 1999; the edges and
 * sets are those of Gastin and Oddoux, CAV 2001).  An edge that asks for more
 * than another is left out: every run read on over it can be read on over the
 * other.  States with the same edges are one.  Formulas are simplified first.
 *
 * Nothing but the search uses it; that a property is violated is shown on the
 * plain interpreter without it (model/lasso.h). */
#ifndef EXPLORE_LTL_H
#define EXPLORE_LTL_H

#include "base/vec.h"
#include "model/model.h"

struct ltl_edge {
  uint32_t to;
  uint64_t yes, no; /* atoms that must hold, must not */
  uint64_t sets;    /* of acceptance, that it is in */
};

/* Where it needs to read no more: it has matched. */
struct ltl_end {
  uint32_t from;
  uint64_t yes, no;
};

struct ltl {
  VEC(expr_id) atoms;
  unsigned set_count;
  uint32_t state_count; /* the first is the initial one */
  VEC(struct ltl_edge) edges;
  VEC(uint32_t) first;      /* by state and one more: in edges */
  VEC(struct ltl_end) ends; /* of a never claim (model.h) only */
};

enum { LTL_STATES_MAX = 1024, LTL_TERMS_MAX = 1024, LTL_EDGES_MAX = 1 << 16 };

/* The automaton of the formula, or of its negation; false when it would be
 * too large. */
bool ltl_open(struct ltl *a, const struct model *m, formula_id f, bool negate);
/* The automaton that is written down. */
void ltl_open_never(struct ltl *a, const struct never *n);
void ltl_close(struct ltl *a);

#endif
