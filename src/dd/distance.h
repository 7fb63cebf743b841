/* distance: EV+MDDs, and shortest distances by saturation (Ciardo and
 * Siminiceanu 2002).
 *
 * A function from tuples to numbers, undefined (infinite) where it has no
 * edge, is an edge: a value and a node.  A node's least value is 0, which
 * makes equal functions equal edges. */
#ifndef DD_DISTANCE_H
#define DD_DISTANCE_H

#include "dd/dd.h"
#include "dd/saturate.h"

struct dd_edge {
  uint32_t value;
  dd_node node; /* DD_EMPTY: undefined everywhere; DD_FULL: no result */
};

/* 0 at one tuple, undefined elsewhere. */
struct dd_edge dd_origin(struct dd *f, const uint32_t *values);
/* value everywhere in a set of a forest with the same variables. */
struct dd_edge dd_constant(struct dd *f, uint32_t value, struct dd *sets,
                           dd_node set);
/* The lesser of both. */
struct dd_edge dd_minimum(struct dd *f, struct dd_edge a, struct dd_edge b);
/* From a function to the least number of events (each costs 1) plus where
 * one starts: with dd_origin, distances. */
struct dd_edge dd_distances(struct dd *f, struct dd_edge from,
                            struct dd_events *e);
/* False where it is undefined. */
bool dd_value(const struct dd *f, struct dd_edge a, const uint32_t *values,
              uint32_t *out);
uint32_t dd_greatest(const struct dd *f, struct dd_edge a);
/* The tuples where the function is exactly `value`, as a set. */
dd_node dd_at_value(struct dd *sets, struct dd *f, struct dd_edge a,
                    uint32_t value);

#endif
