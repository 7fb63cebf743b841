/* edges: the inside of dd/distance, for both kinds of events. */
#ifndef DD_EDGES_H
#define DD_EDGES_H

#include "dd/distance.h"
#include "dd/forest.h"

static const struct dd_edge nothing = {0, DD_EMPTY};

static inline struct dd_edge child_at(const struct dd *f, uint32_t data,
                                      uint32_t i) {
  return (struct dd_edge){f->pool[data + 2 * i + 1], f->pool[data + 2 * i]};
}

static inline struct dd_edge row_at(const struct dd *f, size_t row,
                                    uint32_t i) {
  EXPECTS(row + 2 * i + 1 < f->top);
  return (struct dd_edge){f->scratch[row + 2 * i + 1], f->scratch[row + 2 * i]};
}

static inline void row_put(struct dd *f, size_t row, uint32_t i,
                           struct dd_edge a) {
  EXPECTS(row + 2 * i + 1 < f->top);
  f->scratch[row + 2 * i] = a.node;
  f->scratch[row + 2 * i + 1] = a.value;
}

/* The node with this row, its least value gone up to the edge. */
struct dd_edge edge_make(struct dd *f, unsigned level, size_t row,
                         uint32_t size);
struct dd_edge edge_minimum(struct dd *f, struct dd_edge a, struct dd_edge b);

/* OPERATION for edges: DD_FULL in the node. */
#define EDGE_OPERATION(f, call)                                                \
  do {                                                                         \
    jmp_buf here_, *outer_ = (f)->escape;                                      \
    const size_t top_ = (f)->top;                                              \
    if (outer_)                                                                \
      return (call);                                                           \
    (f)->escape = &here_;                                                      \
    if (setjmp(here_)) {                                                       \
      (f)->escape = NULL;                                                      \
      (f)->top = top_;                                                         \
      return (struct dd_edge){0, DD_FULL};                                     \
    }                                                                          \
    const struct dd_edge result_ = (call);                                     \
    (f)->escape = NULL;                                                        \
    return result_;                                                            \
  } while (0)

#endif
