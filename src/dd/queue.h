/* queue: values of a level that wait for their turn.
 *
 * Closing a row under the steps of its level takes one value after the other
 * whose child has gained something.  First come, first served: a value that
 * went to the front whenever it gained would be followed again and again
 * before those it feeds are.  No value waits twice, so a ring of as many words
 * as there are values is enough; it lies in scratch memory, two words a value,
 * above the row, and queue_end gives it back. */
#ifndef DD_QUEUE_H
#define DD_QUEUE_H

#include "dd/forest.h"

struct queue {
  size_t ring, waiting; /* in scratch */
  uint32_t size, head, count;
};

static inline struct queue queue_begin(struct dd *f, uint32_t size) {
  const size_t ring = scratch_zero(f, 2 * (size_t)size);
  return (struct queue){.ring = ring, .waiting = ring + size, .size = size};
}

/* Nothing if it waits already. */
static inline void queue_add(struct dd *f, struct queue *q, uint32_t value) {
  EXPECTS(value < q->size);
  if (f->scratch[q->waiting + value])
    return;
  const uint32_t tail = q->head + q->count++;
  f->scratch[q->ring + (tail >= q->size ? tail - q->size : tail)] = value;
  f->scratch[q->waiting + value] = 1;
}

/* The first of those that wait; there must be one. */
static inline uint32_t queue_take(struct dd *f, struct queue *q) {
  EXPECTS(q->count);
  const uint32_t value = f->scratch[q->ring + q->head];
  q->head = q->head + 1 == q->size ? 0 : q->head + 1;
  q->count--;
  f->scratch[q->waiting + value] = 0;
  return value;
}

static inline void queue_end(struct dd *f, const struct queue *q) {
  scratch_pop(f, q->ring);
}

#endif
