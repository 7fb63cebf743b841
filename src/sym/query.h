/* query: path conditions, asked about again and again.
 *
 *     struct sym_query *q = sym_query_open(&store, SOLVER_PATIENCE);
 *     switch (sym_solve(q, conditions, count, &values)) ...
 *     sym_query_close(q);
 *
 * A path condition is a set of conditions.  It falls into parts that share no
 * variable, and each part is answered by itself (Cadar, Dunbar, Engler 2008):
 * by what was answered before; by a part that could not hold and is contained
 * in it; by the values of an earlier answer, or values near those it compares
 * with, tried on it; and only then by the solver.  Whatever values come out
 * were evaluated: all of the conditions hold under them. */
#ifndef SYM_QUERY_H
#define SYM_QUERY_H

#include "sym/solver.h"

/* name, what it is */
#define SYM_QUERY_STATS(X)                                                     \
  X(asked, "path conditions asked about")                                      \
  X(parts, "parts of them that share no variable")                             \
  X(remembered, "parts answered by an earlier answer")                         \
  X(tried, "parts answered by trying values")                                  \
  X(contained, "parts that contain one that cannot hold")                      \
  X(solved, "parts the solver answered")                                       \
  X(unknown, "parts the solver could not answer in its time")

struct sym_query_stats {
#define FIELD(name, text) uint64_t name;
  SYM_QUERY_STATS(FIELD)
#undef FIELD
};

struct sym_query;

/* NULL when this build has no solver. */
struct sym_query *sym_query_open(const struct sym_store *s, unsigned patience);
/* When this says true, questions are answered by "unknown" (solver.h). */
void sym_query_watch(struct sym_query *q, bool (*give_up)(void *user),
                     void *user);
/* On SYM_SAT v holds values for every variable of the conditions, and
 * nothing else. */
enum sym_answer sym_solve(struct sym_query *q, const sym_id *asked,
                          size_t count, struct sym_values *v);
/* Counts what another has been asked, which this one takes the place of. */
void sym_query_count(struct sym_query *q, const struct sym_query_stats *before);
const struct sym_query_stats *sym_query_stats(const struct sym_query *q);
void sym_query_close(struct sym_query *q);

#endif
