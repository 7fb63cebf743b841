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
 * the later ones were reversed.  (With `every` of struct order_work a mutex that
 * is waited for races with the earlier steps as well: what is after such a step
 * and leads to the lock is after it on the mutex alone, so the lock can be done
 * there, too.)
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
 * A turn that reads several places (PLAN_TURN) is one step on all of them, and
 * passes or not by what is in them.  Two turns of the same thread in the same
 * state read the same places up to the first that differs, so a turn depends on
 * a write exactly if it is to a place that the turn reads, before the write or
 * after it.  If the writes of others to all places that the turn can come to
 * are in one line, the argument above holds for it word for word, the places
 * being one object: what is before a write in the line is what is there when
 * all steps have come that do not happen after it.  rt/turn.c sees to that, and tells the
 * latest write before which the turn would have passed, of those to places that
 * it reads there, with what it would have read.
 *
 * What is lost by this are turns into which others write, of which some reads
 * come before a write and some after, and which are not in vain.  Let t be a
 * trace with such a turn of q's thread, and let its reads come as late as they
 * can: then some of them, the first part, stand before a write e of a place
 * among them, and the next read finds what e or a later write left.  Without
 * the turn t is, up to the turn's last read, the beginning of a trace with
 * fewer such turns, and so of a run, by induction over their number.  In that
 * run the writes are there, the turn comes later or never, and it is found by
 * trying (rt/turn.c) that a first part before e may be followed by reads that
 * make it pass; so that part is told, and a branch added for it: the steps that
 * do not happen after e, and then the part as one step.  Below it what is left
 * of the turn waits like any look.  A part stands for no trace that does not
 * begin with it: from there only those runs are of interest in which the rest
 * comes, so that a sequence in which its thread does not move is not begun by
 * it, though it depends on nothing of that (tree.h, node_is_part).  The same
 * turn taken as a whole is another step of the thread; neither stands for the
 * other, and there is no trace that has both.
 *
 * Of a run in which the writes are in no line, reads are reads: each races with
 * the latest write of its bytes.  Where that was seen once the search takes no
 * further turns as a whole (tree.h, raw).  A trace that it had come to by such
 * a turn before it may then come to by reads again: nothing is lost, but this
 * one is run twice.
 *
 * The writes of the bytes are in one line only if each covers them all.  Where
 * one covers a part, or an atomic block may have written, it is not known
 * before which the look would pass; it then races as a read does, and runs in
 * which it looks in vain are run. */
#ifndef SCHED_ORDER_H
#define SCHED_ORDER_H

#include <stddef.h>

#include "base/map.h"
#include "base/sound.h"
#include "base/vec.h"
#include "exec/event.h"

struct step {
  uint64_t object, value;
  uint32_t size;
  uint32_t event; /* index in the run, which knows who else was enabled */
  uint16_t thread; /* as in its event */
  uint8_t kind, flags;
  uint16_t alt, alts;
  uint32_t places; /* of a turn that is one step: 1 + where they begin in
                      order->places; 0: it has one place, its object */
};

/* A place that a turn reads. */
struct turn_place {
  uint64_t object;
  uint32_t size;
  uint32_t left; /* further ones behind it */
};

/* `more`: further steps that must not come before second either, in
 * order->more from this place on up to UINT32_MAX; 0: none.  (Readers that
 * would keep a writer out.)  `tail`: so many steps behind second come with it.
 */
struct race {
  uint32_t first, second, more, tail;
};

struct order_link {    /* one step on one cell of an object */
  uint32_t step, prev; /* prev: index + 1 of the link before, or 0 */
  uint32_t write;      /* of the newest that changes it, this one included */
  uint32_t cell;
  uint64_t object; /* of the step, and what is asked for with it */
  uint32_t size;
  uint16_t thread;
  bool changes, several; /* it is a turn on several places */
};

/* Cells that were asked for of late, by a hash of what they are the cell of;
 * they never change. */
enum { ORDER_RECENT = 64 };
struct order_recent {
  uint64_t key;
  uint32_t cell;
};

struct order_mark { /* how much there was before an event */
  uint32_t links, undo, races, executed;
};

/* What is known of one run. */
struct order {
  VEC(struct step) steps; /* executed, then pending, then what reads of turns
                             could have been instead */
  VEC(struct turn_place) places;
  uint32_t executed;      /* how many of them were executed */
  uint32_t pending;       /* and how many these are with the pending ones */
  VEC(struct race) races; /* by ascending second */
  VEC(uint32_t) more;     /* see struct race; [0] is unused */
  VEC(uint32_t) clocks;   /* [executed][width] */
  uint32_t width;         /* threads, a multiple of 4 */
  bool unordered;         /* of a turn it is not known what else it could be */
  bool choices;           /* some step may have alternatives */
};

/* What is told of a turn (exec/event.h). */
struct order_turn {
  uint32_t event, reads;
  uint32_t told, told_end; /* where in the run what is told of it stands */
  uint32_t past;           /* in pasts: the clock of its thread before it */
  uint32_t step;
  bool vain, part, planned, unknown;
};

/* Of a thread whose next step was tried (exec/event.h): it would be a look; it
 * would pass now. */
enum order_tried { TRIED_LOOKS = 1, TRIED_PASSES = 2 };

/* Memory that order_compute uses again and again.  `blocks`: an atomic block
 * that was done depends on what meets what it touched, and not on everything;
 * its step's object says what that was (exec/event.h).  Whoever asks for that
 * must not take it for what the block touches somewhere else. */
struct order_work {
  struct order *o;
  const struct event *events; /* of the run */
  bool blocks;
  bool every; /* races of a LOCK: with every step before which it could pass,
                 and not with the latest alone */
  uint32_t width;
  uint32_t *now; /* [THREADS_MAX][width]: clock of each thread */
  VEC(struct order_turn) turns;
  uint32_t turn;        /* the next of them */
  VEC(uint32_t) pasts;
  struct map cells;      /* (class, object) -> cell */
  struct order_recent recent[ORDER_RECENT];
  VEC(uint32_t) heads;   /* by cell: index + 1 of the newest link */
  VEC(uint32_t) touched; /* cells in use by this run */
  VEC(struct order_link) links;
  bool everything; /* some step so far depends on everything: */
  uint32_t everything_from; /* this one */
  /* the last run (order_again.h) */
  struct order own;
  uint32_t same, same_races; /* so many of its steps and races are those of the
                                one before it */
  VEC(struct event) last;
  VEC(struct order_mark) marks; /* by event, up to the first that is pending, or
                                   the end */
  VEC(uint32_t) undo; /* of `now`: a thread and its clock as it was */
  bool odd; /* it had what cannot be taken back */
  bool had_every; /* its races are all of them */
  /* asked now and then, unless NULL */
  bool (*give_up)(void *user);
  void *give_up_user;
  /* By thread, for as many as the run has; begun with each run, so that they
   * may be anything before (ORDER_WORK_ZERO). */
  uint32_t woken_by[THREADS_MAX];
  uint32_t passes_before[THREADS_MAX]; /* event of a write, or UINT32_MAX */
  uint8_t tried[THREADS_MAX]; /* enum order_tried */
};
/* So many bytes of it are to be zero in the beginning. */
enum { ORDER_WORK_ZERO = offsetof(struct order_work, woken_by) };

/* The event of a step of the run that is looked at. */
static inline const struct event *order_event(const struct order_work *k,
                                              const struct step *s) {
  return &k->events[s->event];
}

/* All-zero structs are valid, and so is a work of which the first
 * ORDER_WORK_ZERO bytes are; what *o held before is forgotten.  With o NULL
 * it is w->own, until the next run is looked at.  False: it was told to give
 * up. */
bool order_compute(struct order_work *w, struct order *o,
                   const struct event *events, size_t count);
/* order_sound.c: NULL, or what is wrong with it (base/sound.h). */
const char *order_sound(const struct order *o);
void order_copy(struct order *to, const struct order *from);
void order_free(struct order *o);
void order_work_free(struct order_work *w); /* not to be used again */

static inline const uint32_t *order_clock(const struct order *o, uint32_t s) {
  EXPECTS(((size_t)s + 1) * o->width <= o->clocks.cap);
  return o->clocks.at + (size_t)s * o->width;
}
/* Step b, executed, is a or happens after it. */
static inline bool order_after(const struct order *o, uint32_t a, uint32_t b) {
  EXPECTS(b < o->executed);
  EXPECTS(a < o->steps.len);
  return order_clock(o, b)[o->steps.at[a].thread] > a;
}
/* The places of a turn that is one step, or NULL. */
static inline const struct turn_place *step_places(const struct order *o,
                                              const struct step *s) {
  EXPECTS(s->places <= o->places.len);
  return s->places ? &o->places.at[s->places - 1] : NULL;
}
/* op_dependent, where either may be on several places. */
bool places_dependent(uint8_t a_kind, struct turn_place a,
                      const struct turn_place *more_a, uint8_t b_kind,
                      struct turn_place b, const struct turn_place *more_b);
static inline bool step_dependent(const struct order *o, const struct step *a,
                                  const struct step *b) {
  EXPECTS(a->kind < OP_COUNT && b->kind < OP_COUNT);
  if (a->thread == b->thread || ((a->flags | b->flags) & EVENT_ENDS))
    return true;
  if (!(a->places | b->places))
    return op_dependent(a->kind, a->object, a->size, b->kind, b->object,
                        b->size);
  return places_dependent(a->kind, (struct turn_place){a->object, a->size, 0},
                          step_places(o, a), b->kind,
                          (struct turn_place){b->object, b->size, 0},
                          step_places(o, b));
}

#endif
