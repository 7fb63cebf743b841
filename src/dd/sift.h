/* sift: another order of variables in which a set is smaller (Rudell 1993).
 *
 *     struct dd_sift *x = dd_sift_open(f, n);
 *     dd_sift_run(x, work);
 *     ... open another forest, whose level l has the values of dd_sift_from(x, l)
 *     dd_node same = dd_sift_make(x, other);
 *     dd_sift_close(x);
 *
 * The set is copied out of its forest level by level.  Two neighbours change
 * places without anybody else noticing: a node of the upper level stays the
 * function that it is, so whoever points to it need not know, and only what it
 * points to is made anew.  So one variable after the other, those with most
 * nodes first, is moved through all levels and stays where the whole was
 * smallest. */
#ifndef DD_SIFT_H
#define DD_SIFT_H

#include "dd/dd.h"

struct dd_sift;

/* A set that is not empty, of a forest DD_SETS. */
struct dd_sift *dd_sift_open(const struct dd *f, dd_node n);
void dd_sift_close(struct dd_sift *x);
/* Until there is no variable left, or so many edges have been moved; how many
 * were. */
uint64_t dd_sift_run(struct dd_sift *x, uint64_t work);
/* Nodes and edges, now. */
uint64_t dd_sift_size(const struct dd_sift *x);
/* The level that this one was. */
unsigned dd_sift_from(const struct dd_sift *x, unsigned level);
/* The set, in a forest whose levels are in the new order; DD_FULL. */
dd_node dd_sift_make(const struct dd_sift *x, struct dd *to);

#endif
