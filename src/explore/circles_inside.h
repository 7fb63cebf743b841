/* circles_inside: what the files of circles.h share.  circles_reach.c
 * pairs states, circles_links.c says where they lead, circles.c finds
 * components, circles_run.c makes the run. */
#ifndef EXPLORE_CIRCLES_INSIDE_H
#define EXPLORE_CIRCLES_INSIDE_H

#include <stdatomic.h>

#include "base/sound.h"
#include "explore/circles.h"

typedef uint32_t node_id;

struct product_node {
  state_id state;
  uint32_t reader; /* state of the automaton */
  node_id parent;  /* NONE: the first */
  uint32_t depth;
  uint32_t part; /* component: NONE: of none that is any good */
  uint32_t hops; /* that leave it; then its links */
};

struct circle_product {
  const struct circles *c;
  uint32_t readers;         /* states of the automaton */
  _Atomic uint32_t *number; /* by state and reader: 1 + node */
  bool *worthwhile; /* by reader: some accepted circle of the automaton alone
                       passes it; others are in no component that is good */
  VEC(struct product_node) nodes;
  uint64_t *first_link; /* by node */
  node_id *links;       /* where those lead that may be of use */
  VEC(uint32_t) good;   /* components with a fair accepted run */
  node_id ended;        /* the first at which the automaton ends; NONE */
  uint64_t looks;       /* of one worker alone */
  uint32_t *of_process, *of_edge; /* the demand for them; NONE */
};

/* The edges of the product that leave a node, one after the other. */
struct cursor {
  node_id from;
  uint64_t arc, arc_end;   /* in arcs; one more where a state stays */
  uint32_t read, read_end; /* edge of the automaton */
};
struct hop {
  state_id state;
  uint32_t reader;
  uint64_t arc;  /* VISIT_STAYS */
  uint32_t edge; /* of the arc; NONE */
  uint64_t sets;
};
struct cursor cursor_at(const struct circle_product *p, node_id from);
bool cursor_next(const struct circle_product *p, struct cursor *k,
                 struct hop *out);
static inline _Atomic uint32_t *product_cell(const struct circle_product *p,
                                             state_id s, uint32_t reader) {
  EXPECTS(s < p->c->arcs->states);
  EXPECTS(reader < p->readers);
  return &p->number[(uint64_t)s * p->readers + reader];
}
/* The node it leads to; it exists. */
static inline node_id hop_to(const struct circle_product *p,
                             const struct hop *h) {
  EXPECTS(h->state < p->c->arcs->states && h->reader < p->readers);
  return atomic_load_explicit(product_cell(p, h->state, h->reader),
                              memory_order_relaxed) -
         1;
}
/* May a circle take it? */
static inline bool hop_allowed(const struct circle_product *p,
                               const struct hop *h) {
  return !(p->c->no_progress && h->edge != NONE && h->edge & ARC_PROGRESS);
}
static inline bool demand_met(const struct circle_product *p,
                              const struct demand *d, uint32_t edge) {
  if (edge == NONE)
    return false;
  edge &= ~ARC_PROGRESS;
  return d->edge == NONE ? p->c->arcs->owner[edge] == d->process
                         : d->edge == edge;
}
/* Can somebody move as demanded in this state? */
bool demand_can(const struct circle_product *p, const struct demand *d,
                state_id s);

/* circles_reach.c: fills in nodes, number and ended; false: late. */
bool product_reach(struct circle_product *p);

/* circles_links.c: fills in the links; false: late. */
bool product_link(struct circle_product *p);

/* circles_run.c */
void product_run(struct circle_product *p, struct circle_run *out);
/* The run to a node. */
void product_run_to(const struct circle_product *p, node_id to,
                    struct circle_run *out);

#endif
