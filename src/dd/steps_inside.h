/* steps_inside: how the steps of dd/steps are kept. */
#ifndef DD_STEPS_INSIDE_H
#define DD_STEPS_INSIDE_H

#include "base/vec.h"
#include "dd/forest.h"
#include "dd/steps.h"

/* A value becomes `to`, and `down` goes on below; 0: that is all. */
struct steps_arrow {
  uint32_t to, down;
};
struct steps_row {
  VEC(struct steps_arrow) at;
};
struct steps_node {
  unsigned level;
  VEC(struct steps_row) rows; /* by value; there may be fewer */
};

struct dd_steps {
  unsigned levels;
  uint64_t count;
  VEC(struct steps_node) nodes; /* [0] is unused */
  uint32_t *roots;              /* by level: a node, or 0 */
};

static inline uint32_t steps_row_len(const struct dd_steps *s, uint32_t node,
                                     uint32_t value) {
  const struct steps_node *n = &s->nodes.at[node];
  return node && value < n->rows.len ? (uint32_t)n->rows.at[value].at.len : 0;
}
static inline struct steps_arrow steps_arrow_at(const struct dd_steps *s,
                                                uint32_t node, uint32_t value,
                                                uint32_t i) {
  return s->nodes.at[node].rows.at[value].at.at[i];
}

/* Leaves the operation when it is late. */
static inline void steps_poll(struct dd *f, struct dd_search *x) {
  enum { EVERY = 1 << 12 };
  if (x->late && ++x->asked % EVERY == 0 && x->late(x->user))
    forest_exhausted(f);
}

#endif
