/* sat: a small solver for clauses over groups of values.
 *
 * Conflict-driven clause learning (Marques-Silva and Sakallah 1996; watched
 * literals and activities as in Eén and Sörensson 2003; learnt clauses that
 * span many levels are forgotten, Audemard and Simon 2009) with one speciality:
 * a group is a run of variables of which exactly one is true, which is what
 * the values of a parameter are; "at most one" is propagated natively, so
 * that a parameter of a thousand values needs no million of clauses.
 *
 *     struct sat *s = sat_open();
 *     uint32_t first = sat_group(s, 3);       three values
 *     uint32_t x = sat_var(s);                an auxiliary variable
 *     sat_clause(s, (lit[]){SAT_POS(first), SAT_NEG(x)}, 2);
 *     sat_solve(s, assumptions, count)        true: sat_true(s, var)
 *     sat_failed(s, lit)                      after false: was it to blame?
 *
 * Clauses may be added between calls.  Deterministic. */
#ifndef COVER_SAT_H
#define COVER_SAT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef uint32_t lit; /* 2 * variable, + 1 when negated */
#define SAT_POS(v) ((lit)(v)*2)
#define SAT_NEG(v) ((lit)(v)*2 + 1)

struct sat;
struct halt;

/* halt may be NULL; once it is over, sat_solve says false at once and that
 * means nothing. */
struct sat *sat_open(struct halt *halt);
void sat_close(struct sat *s);
uint32_t sat_var(struct sat *s);
/* The first of `count` new variables, exactly one of which is true. */
uint32_t sat_group(struct sat *s, uint32_t count);
void sat_clause(struct sat *s, const lit *lits, size_t count);
uint32_t sat_vars(const struct sat *s); /* how many there are */
/* Literals tried first, in this order, when the search has to guess; they stay
 * until sat_wish_nothing.  Where a search finds no end they are given up. */
void sat_wish(struct sat *s, lit l);
void sat_wish_nothing(struct sat *s);
bool sat_solve(struct sat *s, const lit *assumptions, size_t count);
bool sat_true(const struct sat *s, uint32_t var);
/* Whether the assumption took part in the last refutation. */
bool sat_failed(const struct sat *s, lit assumption);
/* What follows from the assumptions by propagation alone, they included, into
 * `out` (room for every variable); how many, or SIZE_MAX when they cannot be
 * true together. */
size_t sat_implied(struct sat *s, const lit *assumptions, size_t count,
                   lit *out);

#endif
