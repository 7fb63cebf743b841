/* saturate: events, and the fixpoint they reach (Ciardo, Luttgen,
 * Siminiceanu 2001; Ciardo, Marmorstein, Siminiceanu 2006).
 *
 * An event changes some variables, each by a function of its own value, and
 * is enabled when all of them are defined; the other variables it neither
 * reads nor changes.  Transitions that are not of this form are several
 * events.  Events are never encoded as diagrams: each is a chain of (level,
 * function) steps from its top variable down to its bottom one, and chains
 * with equal tails share them, cached results included.
 *
 *     struct dd_events *e = dd_events_open(forest);
 *     uint32_t inc = dd_events_map(e, size, table);   DD_OFF: not enabled
 *     dd_events_add(e, levels, maps, count);           levels decreasing
 *     dd_events_close(e);
 *
 * A node is saturated when its set is closed under all events whose top is
 * not above it.  Union keeps that (closed sets are closed under union), so
 * only what an event newly produces has to be saturated: nodes are closed
 * bottom up, and a node is final when it is first made. */
#ifndef DD_SATURATE_H
#define DD_SATURATE_H

#include "dd/dd.h"

struct dd_events;

#define DD_OFF UINT32_MAX

/* For one forest, or for several with the same variables. */
struct dd_events *dd_events_open(const struct dd *f);
void dd_events_close(struct dd_events *e);
/* A function of a variable with `size` values; equal ones are shared. */
uint32_t dd_events_map(struct dd_events *e, uint32_t size,
                       const uint32_t *table);
/* The steps from the top variable to the bottom one. */
void dd_events_add(struct dd_events *e, const unsigned *levels,
                   const uint32_t *maps, unsigned count);

/* Everything that events lead to from n, n included.  In a forest of sets
 * (DD_SETS); in a forest of relations the events act on the second tuple of
 * every pair, so that a relation is closed under appending events (UtcSat of
 * Jin et al.).  Collects garbage when it pays: see dd_protect. */
dd_node dd_saturate(struct dd *f, dd_node n, struct dd_events *e);
/* The relation n closed under appending steps of the same forest;
 * by_level[l] has those whose topmost variable is l, 1 .. levels. */
dd_node dd_saturate_steps(struct dd *f, dd_node n, const dd_node *by_level);
/* One step of any event, for sets: breadth first. */
dd_node dd_fire_all(struct dd *f, dd_node n, struct dd_events *e);
/* Breadth-first fixpoint, the plain way; *rounds counts. */
dd_node dd_reach_bfs(struct dd *f, dd_node n, struct dd_events *e,
                     unsigned *rounds);

#endif
