/* lesson: a run that is looked at, thread by thread (learn.c); for those who
 * put its events into the unfolding, and into the net (net.h). */
#ifndef SCHED_UNFOLD_LESSON_H
#define SCHED_UNFOLD_LESSON_H

#include "sched/unfold/unfold.h"

struct lesson {
  struct unfold *u;
  const struct event *events;
  uint32_t count;
  uint32_t over;    /* the step of an atomic block in which the run ended, or
                    UINT32_MAX */
  uint32_t classes; /* a bit for each class of its operations */
  uint64_t threads, made;        /* that are in it; that were created in it */
  const unf_id *plan, *plan_end; /* what is still to come of the steps that
                                    were planned, as long as all were taken */
};

/* To the beginning of the run; false: it has too many threads. */
bool lesson_begin(struct lesson *l);
/* What the run shows of objects before anything is concluded from it: how they
 * are at first, and how many arrivals open a barrier.  The first: from event
 * `from` on, when all objects are as they are at first, or after `state`. */
void lesson_values(struct lesson *l, uint32_t from, uint64_t state);
void lesson_barriers(struct lesson *l);
/* The threads that nobody creates; there is room in the pasts for all. */
uint64_t lesson_first_threads(struct lesson *l);

/* Event i of the run, which matters, has been. */
static inline void lesson_passed(const struct lesson *l, uint32_t i) {
  l->u->thing[l->events[i].thread] = i + 1;
}
/* What a thread comes to next. */
struct lesson_next {
  op_id op;   /* 0: not known, none */
  bool ended; /* nothing, for it ends */
  bool vague; /* the operation is a join of main's that no run has passed: it
                 is not known yet whether anybody will notice */
};
/* After it has done `did`, event `index` of the run, and `before` before that
 * (kinds of operations). */
struct lesson_next lesson_next(const struct lesson *l, unsigned t,
                               const struct unf_op *did, unsigned before,
                               uint32_t index);

/* Whether somebody could go on at the end of the run, which nobody ended: a
 * bound was reached. */
bool lesson_was_cut(const struct lesson *l, const struct run *run);
/* Whether nobody could go on at the end of run i. */
bool lesson_is_stuck(const struct lesson *l, const struct batch *b, uint32_t i);
/* Whether pending event i, at the end of the run, says that its thread has
 * stopped after a look in vain; *steps: of the turn that it looked. */
bool lesson_in_vain(const struct lesson *l, uint32_t i, uint32_t *steps);

/* Whether what was found is that a thread failed, and went no further. */
bool unf_stops_a_thread(unsigned finding);
/* A record is an event now, as `by` says, or one that is no step (NULL). */
void unf_execute(struct unfold *u, unf_id e, const struct event *by);
/* The thread of e stands at this operation after it. */
void unf_set_then(struct unfold *u, unf_id e, op_id op);
/* The other outcomes of a step that has several. */
void unf_add_alternatives(struct unfold *u, unf_id r, unsigned alts);

#endif
