/* dd: decision diagrams over variables of any finite size.
 *
 * A forest holds nodes of one kind over variables 1 .. levels, the topmost
 * being `levels`; values of variable l are 0 .. size-1.  Kinds:
 *
 *   DD_SETS       sets of tuples, quasi-reduced MDDs: an edge goes down one
 *                 level, or to 0
 *   DD_SETS_FULL  the same, fully reduced: a node whose children are all
 *                 equal is left out
 *   DD_RELATIONS  sets of pairs of tuples (Jin et al.'s w, w').  One node
 *                 holds the matrix [from][to] of its variable; a variable
 *                 that is left out does not change (identity-reduced), so
 *                 what a transition does not touch costs nothing
 *   DD_DISTANCES  partial functions to numbers: EV+MDDs (Ciardo and
 *                 Siminiceanu 2002), see dd/distance.h
 *
 * Nodes are 32-bit numbers, canonical: equal sets are equal numbers.  0 is
 * the empty set, 1 the terminal.  There is no global state.
 *
 * Memory.  A node is a variable-size array in one pool (12 bytes for two
 * children), found through one open-addressing table.  Nothing is freed
 * until dd_collect, or a saturation, marks what the roots reach and sweeps
 * the rest: keep what you hold across these in a variable registered with
 * dd_protect.  When the limit is reached an operation returns DD_FULL, the
 * forest stays usable and dd_collect may help.
 *
 * Recursion goes once down the levels for each operation in progress: some
 * 300 bytes of stack a level. */
#ifndef DD_DD_H
#define DD_DD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/text.h"

typedef uint32_t dd_node;
#define DD_EMPTY ((dd_node)0)
#define DD_TRUE ((dd_node)1)
#define DD_FULL UINT32_MAX /* a limit was reached: no result */

enum dd_kind { DD_SETS, DD_SETS_FULL, DD_RELATIONS, DD_DISTANCES };

enum { DD_LEVELS_MAX = 32767, DD_SIZE_MAX = 65535 };

struct dd; /* a forest */

struct dd_stats {
  uint64_t nodes, peak_nodes; /* now, and most at one time */
  uint64_t node_bytes;        /* pool and table, used part, now */
  uint64_t bytes, peak_bytes; /* everything that is allocated */
  uint64_t collections;
  uint64_t work; /* see dd_limit_work */
};

/* sizes[0] is that of variable 1.  limit: bytes, 0 for none. */
struct dd *dd_open(enum dd_kind kind, unsigned levels, const uint32_t *sizes,
                   uint64_t limit);
void dd_close(struct dd *f);
void dd_statistics(const struct dd *f, struct dd_stats *out);
unsigned dd_levels(const struct dd *f);
uint32_t dd_size(const struct dd *f, unsigned level);
/* Operations return DD_FULL after so much more work: about as many results as
 * they remember, so that the end does not depend on how fast the machine is. */
void dd_limit_work(struct dd *f, uint64_t work);
/* 0 for terminals. */
unsigned dd_level(const struct dd *f, dd_node n);

/* The variable is a root until it is unprotected (the last first). */
void dd_protect(struct dd *f, dd_node *root);
void dd_unprotect(struct dd *f, unsigned count);
void dd_collect(struct dd *f);
/* Whether collecting is likely to be worth its time. */
bool dd_crowded(const struct dd *f);

/* --- sets and relations --------------------------------------------------- */

/* One tuple; values[0] is that of variable 1. */
dd_node dd_tuple(struct dd *f, const uint32_t *values);
/* All tuples of variables 1 .. levels. */
dd_node dd_all(struct dd *f);
/* {t : t[l] in allowed[l]}; allowed[l - 1] is an array of size flags, or
 * NULL for all. */
dd_node dd_box(struct dd *f, const bool *const *allowed);
/* A node from its children, size of them. */
dd_node dd_make(struct dd *f, unsigned level, const dd_node *children);

dd_node dd_union(struct dd *f, dd_node a, dd_node b);
dd_node dd_intersect(struct dd *f, dd_node a, dd_node b);
dd_node dd_minus(struct dd *f, dd_node a, dd_node b);
bool dd_has(const struct dd *f, dd_node n, const uint32_t *values);

/* Of relations: one pair of tuples per step, given as what each variable
 * does: from[l-1] -> to[l-1], or DD_KEEP in from for "any value, unchanged". */
#define DD_KEEP UINT32_MAX
dd_node dd_step(struct dd *f, const uint32_t *from, const uint32_t *to);
/* First a, then b (ComRP of Jin et al.). */
dd_node dd_compose(struct dd *f, dd_node a, dd_node b);

/* Between a forest of sets (DD_SETS) and one of relations over the same
 * variables; the result is in the first one named. */
dd_node dd_image(struct dd *sets, dd_node set, struct dd *relations,
                 dd_node relation);
dd_node dd_preimage(struct dd *sets, dd_node set, struct dd *relations,
                    dd_node relation);
/* The pairs whose first (second) tuple is in the set. */
dd_node dd_restrict_from(struct dd *relations, dd_node relation,
                         struct dd *sets, dd_node set);
dd_node dd_restrict_to(struct dd *relations, dd_node relation, struct dd *sets,
                       dd_node set);
/* The first tuples of all pairs. */
dd_node dd_sources(struct dd *sets, struct dd *relations, dd_node relation);
/* The same set in another forest of sets (quasi to fully reduced, back). */
dd_node dd_convert(struct dd *to, struct dd *from, dd_node n);

/* --- looking -------------------------------------------------------------- */

/* How many tuples (pairs, for relations): exactly, as decimal digits, and
 * about. */
void dd_count(const struct dd *f, dd_node n, struct text *digits);
double dd_count_about(const struct dd *f, dd_node n);
/* Nodes that n reaches, terminals not counted. */
uint64_t dd_node_count(const struct dd *f, dd_node n);
/* The least tuple, variable `levels` deciding first; false if empty. */
bool dd_first(const struct dd *f, dd_node n, uint32_t *values);
/* Every tuple in that order until `each` returns false. */
bool dd_each(const struct dd *f, dd_node n,
             bool (*each)(void *user, const uint32_t *values), void *user);
void dd_dot(const struct dd *f, dd_node n, struct text *out);

#endif
