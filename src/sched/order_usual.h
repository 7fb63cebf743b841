/* order_usual: what most events of a run are, for order.c.
 *
 * A step on one object, in one cell, that no property sees and of which nothing
 * is told; that a thread is made, begins, ends or is joined; and the end of the
 * process after all the others have ended.  They are looked at one after the
 * other without asking at each what a step could be beside that. */
#ifndef SCHED_ORDER_USUAL_H
#define SCHED_ORDER_USUAL_H

#include "sched/order.h"

enum { ORDER_LINE = 16 }; /* accesses are filed by lines of this many bytes */

/* Takes as many events from i on as are usual; the first that is not.  There is
 * room for them (make_room in order.c), and so far no step depends on
 * everything. */
size_t order_take_usual(struct order_work *k, const struct event *events,
                        size_t i, size_t count);

/* order.c: races of step s, on an object all of whose operations are ordered.
 * `past` is the clock of its thread before it, `clock` what becomes of it, or
 * NULL. */
void order_scan_waiting(struct order_work *k, uint32_t cell, uint32_t s,
                        const uint32_t *past, uint32_t *clock);
/* Whether the older step a, a turn on several places, touches `size` bytes from
 * y on. */
bool order_overlaps_further(const struct order *o, uint32_t a, uint64_t y,
                            uint32_t size);
/* The number of a cell that was not asked for of late. */
uint32_t order_find_cell(struct order_work *k, struct order_recent *r,
                         uint64_t key);

/* Where the steps on an object are.  No key is 0: no class is. */
static inline uint32_t order_cell_of(struct order_work *k, unsigned class_,
                                     uint64_t object) {
  uint64_t key = object * 16 + class_;
  EXPECTS(class_ && class_ < 16);
  struct order_recent *r =
      &k->recent[key * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (ORDER_RECENT - 1)];
  return r->key == key ? r->cell : order_find_cell(k, r, key);
}

static inline void order_add_race(struct order *o, uint32_t first,
                                  uint32_t second) {
  EXPECTS(first < second && second < o->steps.len);
  struct race r = {first, second, 0, 0};
  vec_push(&o->races, r);
}

/* Whether f, an operation on a mutex, would have let a LOCK pass before it. */
static inline bool lock_passes_before(const struct step *f) {
  return f->kind == OP_UNLOCK
             ? f->flags & EVENT_FAILED && !f->value
             : f->kind == OP_LOCK || !(f->flags & EVENT_FAILED);
}

#endif
