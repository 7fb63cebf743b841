/* order: the happens-before relation of one run, and its races.
 *
 * Steps are the choices of a run, numbered from 0.  A step happens after
 * another if a chain of dependent steps, thread creations, joins and
 * wake-ups leads to it; clocks say so in constant time (Mattern 1989).
 *
 * A race is a pair of steps (first, second) of different threads such that
 * second can be done before first instead: first depends on second, nothing
 * orders them but their own object, and second would be enabled in the run
 * that keeps every step not after first and then does second.  Where the
 * steps are next to each other in the order this is the race of Flanagan and
 * Godefroid 2005 and of Abdulla et al. 2014; for an operation that may have
 * to wait (lock, P ...) it is the latest step before which the object would
 * have let it pass.  One such step suffices: the thread does nothing else
 * until it passes, so the earlier ones show up as races of the runs in which
 * the later ones were reversed.
 *
 * Operations that never got to pass (pending at the end) race as well: their
 * numbers follow those of the steps. */
#ifndef SCHED_ORDER_H
#define SCHED_ORDER_H

#include "base/map.h"
#include "base/vec.h"
#include "exec/event.h"

struct step {
  uint64_t object, value, enabled;
  uint32_t size;
  uint32_t event; /* index in the run */
  uint8_t thread, kind, flags, alt;
  uint16_t alts;
  uint16_t pad;
};

/* `more`: further steps that must not come before second either, in
 * order->more from this place on up to UINT32_MAX; 0: none.  (Readers that
 * would keep a writer out.) */
struct race {
  uint32_t first, second, more;
};

struct order_link {    /* one step on one cell of an object */
  uint32_t step, prev; /* prev: index + 1 of the link before, or 0 */
  uint32_t write;      /* of the newest that changes it, this one included */
};

/* What is known of one run. */
struct order {
  VEC(struct step) steps; /* executed, then pending */
  uint32_t executed;      /* how many of them were executed */
  VEC(struct race) races; /* by ascending second */
  VEC(uint32_t) more;     /* see struct race; [0] is unused */
  VEC(uint32_t) clocks;   /* [executed][width] */
  uint32_t width;         /* threads, a multiple of 4 */
};

/* Memory that order_compute uses again and again. */
struct order_work {
  struct order *o;
  uint32_t width;
  uint32_t *now; /* [THREADS_MAX][width]: clock of each thread */
  uint32_t woken_by[THREADS_MAX];
  struct map cells;      /* (class, object) -> cell */
  VEC(uint32_t) heads;   /* by cell: index + 1 of the newest link */
  VEC(uint32_t) touched; /* cells in use by this run */
  VEC(struct order_link) links;
  bool everything; /* some step so far depends on everything */
  /* asked now and then, unless NULL */
  bool (*give_up)(void *user);
  void *give_up_user;
};

/* All-zero structs are valid; what *o held before is forgotten.  False: it
 * was told to give up. */
bool order_compute(struct order_work *w, struct order *o,
                   const struct event *events, size_t count);
void order_free(struct order *o);
void order_work_free(struct order_work *w);

static inline const uint32_t *order_clock(const struct order *o, uint32_t s) {
  return o->clocks.at + (size_t)s * o->width;
}
/* Step b, executed, is a or happens after it. */
static inline bool order_after(const struct order *o, uint32_t a, uint32_t b) {
  return order_clock(o, b)[o->steps.at[a].thread] > a;
}
static inline bool step_dependent(const struct step *a, const struct step *b) {
  return a->thread == b->thread || ((a->flags | b->flags) & EVENT_ENDS) ||
         op_dependent(a->kind, a->object, a->size, b->kind, b->object, b->size);
}

#endif
