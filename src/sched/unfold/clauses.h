/* clauses: what can have happened so far in an unfolding, as a formula for a
 * solver (constraints.c says which, and why it is enough). */
#ifndef SCHED_UNFOLD_CLAUSES_H
#define SCHED_UNFOLD_CLAUSES_H

#include "sched/unfold/unfold.h"
#include "sym/expr.h"

/* The one cannot happen any more when the other has. */
struct clauses_rival {
  unf_id of, by;
};

struct clauses {
  bool everything; /* before: all events, not only what properties need; and
                      rivals are told */
  VEC(struct clauses_rival) rivals;
  struct unfold *u;
  struct sym_store *store;
  VEC(sym_id) events; /* by record: whether it has happened; 0: it never has */
  VEC(sym_id) at;     /* all of them hold */
  uint32_t more;      /* variables that stand for no event */
};

/* B1 and B3. */
void clauses_configurations(struct clauses *c);
static inline sym_id clauses_event(const struct clauses *c, unf_id e) {
  EXPECTS(e < c->events.len);
  return c->events.at[e];
}
void clauses_add(struct clauses *c, sym_id clause);
static inline sym_id clauses_or(struct clauses *c, sym_id a, sym_id b) {
  return sym_binary(c->store, SYM_OR, a, b);
}
static inline sym_id clauses_not(struct clauses *c, sym_id a) {
  return sym_not(c->store, a);
}
/* All of these; all that were added. */
sym_id clauses_both(struct clauses *c, const sym_id *at, size_t count);
sym_id clauses_all(struct clauses *c);
/* Something right before e has not happened. */
sym_id clauses_or_not_caused(struct clauses *c, unf_id e);
/* The last event of each thread in a solution; and that what has happened is
 * something else than that. */
void clauses_solution(const struct clauses *c, struct sym_values *v,
                      uint32_t *past);
sym_id clauses_other(struct clauses *c, const uint32_t *past);
/* C2 and C3: 0, or why these events cannot all have happened: they go round in
 * a circle. */
sym_id clauses_circle(struct clauses *c, const uint32_t *past);
void clauses_free(struct clauses *c);

#endif
