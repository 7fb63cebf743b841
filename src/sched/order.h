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
 * numbers follow those of the steps.
 *
 * A look that waits (PLAN_AWAIT in exec/executor.h) is such an operation too.
 * It passes or not by what is in its bytes, and a run tells the latest write
 * before which it would have passed (exec/event.h).  That this one race is
 * enough is seen as for locks.  Let E be a node, t a trace from there that no
 * branch of E covers, and c the branch that is independent of the longest
 * beginning t' of t; q is the step of t that comes next, and depends on c.
 * Every trace that begins with E c t' has been run, by induction.  If q is
 * enabled after E c t', one of them goes on with q, and its race with c adds
 * a branch that is independent of t' q or begins it: a longer beginning.  If it
 * is not, then q is a look and c a write of its bytes that made them such that
 * q would be in vain, whereas it passes before c.  Take, of the runs that begin
 * with E c t', one in which the fewest writes of the bytes come between c and
 * q, or in which q never comes.  No write f between them is one before which q
 * would pass: the steps that do not happen after f, and then q, would be the
 * beginning of a run with fewer.  So c is the write that is told, and the race
 * of c and q adds a branch for the steps that do not happen after c, and then
 * q.  Among these are t' and q; what else is among them does not come before
 * q in the order, as every write of the bytes depends on c.  So that branch
 * is independent of t' q, or begins it: again a longer beginning.
 *
 * A look may have gone through other places on its way to the end of the turn,
 * which nobody else wrote (rt/trial.c).  If somebody does in this run, what is
 * told of the look says nothing, and it races as a read does.  That is enough:
 * let t be a trace in which q looks, then somebody writes such a place, and
 * then the turn of q ends well.  Without q's turn t is a trace up to there, and
 * so it is the beginning of a run, by the argument above.  In that run the
 * place is written, so q, wherever it comes, races as a read with the latest
 * write of its bytes; and when those are reversed, with the one before that,
 * as it was told or again as a read, until it stands where it does in t.
 *
 * The writes of the bytes are in one line only if each covers them all.  Where
 * one covers a part, or an atomic block may have written, it is not known
 * before which the look would pass; it then races as a read does, and runs in
 * which it looks in vain are run. */
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

/* A place that looks of a thread have gone through. */
struct order_through {
  uint64_t object;
  uint32_t size;
  uint8_t thread;
  bool written; /* by another thread, somewhere in the run */
};

/* Memory that order_compute uses again and again.  `blocks`: an atomic block
 * that was done depends on what meets what it touched, and not on everything;
 * its step's object says what that was (exec/event.h).  Whoever asks for that
 * must not take it for what the block touches somewhere else. */
struct order_work {
  struct order *o;
  bool blocks;
  uint32_t width;
  uint32_t *now; /* [THREADS_MAX][width]: clock of each thread */
  uint32_t woken_by[THREADS_MAX];
  /* of threads whose next step was tried (exec/event.h) */
  uint64_t looks, passing;          /* they were; and would pass now */
  uint64_t spoilt; /* they went through what others write in this run */
  VEC(struct order_through) through;
  uint32_t passes_before[THREADS_MAX]; /* event of a write, or UINT32_MAX */
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
/* order_sound.c: NULL, or what is wrong with it (base/sound.h). */
const char *order_sound(const struct order *o);
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
