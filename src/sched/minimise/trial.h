/* trial: a schedule, run: does it show the failure, and at what price?
 *
 * All stages of minimise.h go through here, so runs are counted and limits
 * looked at in one place.  A *schedule* is a sequence of choices; it is kept
 * in the form that minimise.h describes, as what remains of a run. */
#ifndef SCHED_MINIMISE_TRIAL_H
#define SCHED_MINIMISE_TRIAL_H

#include "base/vec.h"
#include "sched/datarace.h"
#include "sched/failure.h"
#include "sched/minimise.h"
#include "sched/order.h"

struct schedule {
  VEC(choice) at;
};
void schedule_set(struct schedule *s, const choice *c, size_t len);
void schedule_free(struct schedule *s);

/* What the best run so far is, and what is asked of a better one. */
struct reduced {
  struct schedule schedule;
  uint32_t round;       /* wanted.rounds: choices before the round */
  uint32_t preemptions; /* of a complete run that goes this way */
  uint32_t switches;
  VEC(struct plan_input) inputs;
};
/* The first becomes as the second is, its inputs apart. */
void reduced_set(struct reduced *r, const struct reduced *from);
void reduced_free(struct reduced *r);

struct trial {
  struct executor *x;
  const struct minimise_options *options;
  struct progress *progress;
  struct failure wanted;
  struct failure_places core;    /* wanted.stuck: who matters; none: all */
  VEC(struct plan_input) inputs; /* of every run from now on */
  uint32_t round;                /* PLAN_CIRCLE: of the next run */
  uint32_t events_most;          /* a run with more is no smaller */
  uint64_t runs, steps;          /* spent */
  uint64_t runs_until;           /* the stage's share; see trial_share */
  double started;
  const char *reason; /* why no more can be run, or NULL */
  bool dead;          /* the executor is */
  /* the last run: its memory is the executor's until the next */
  const struct run *run;
  const struct event *events;
  uint32_t events_len;
  struct failure failure; /* as it shows in this run */
  /* machinery */
  struct datarace *races;
  struct order order;
  struct order_work work;
};

/* All runs are spent, or most of the time, or the user wants to go. */
bool trial_over(struct trial *t);
/* All of the time is: the rest after trial_over is for finding out which switch
 * decided it (decide.c). */
bool trial_late(const struct trial *t);
/* Of the runs that are left, this stage may use the part-th part. */
void trial_share(struct trial *t, unsigned part);

/* Runs the choices with these flags beside PLAN_EVENTS; true when the
 * failure shows.  Without PLAN_STOP the run goes on as AFTER_FIRST does. */
bool trial_run(struct trial *t, const choice *c, size_t len, unsigned flags);
/* Runs the batch of the executor, of which so many plans are done; false when
 * no more is: the executor is dead, or was told to give up. */
bool trial_executes(struct trial *t, uint32_t done);
/* As trial_run, for a run that the caller has in the batch. */
bool trial_look(struct trial *t, const struct run *r);
/* PLAN_STOP, or PLAN_CIRCLE, or 0 when the failure is one of the whole
 * run. */
unsigned trial_stop(const struct trial *t);

/* How many events of the last run there are when everything that shows the
 * failure has happened. */
uint32_t trial_end(const struct trial *t);
/* The steps of the last run that the failure needs: its causal past. */
void trial_past(struct trial *t, struct schedule *out);
/* All steps of the last run up to where the failure shows. */
void trial_taken(const struct trial *t, struct schedule *out);
/* Of the last run: steps before an event. */
uint32_t trial_steps(const struct trial *t, uint32_t event);
/* Preemptions of the last run up to where the failure shows. */
uint32_t trial_preemptions(const struct trial *t);

/* Events that were executed in the last run. */
uint32_t trial_events(const struct trial *t);
/* Measures a schedule that shows the failure: its preemptions as minimise.h
 * defines them, unless they are more than `most`, or its events more than
 * those of the run that was found; false then, or when it does not show the
 * failure. */
bool trial_measure(struct trial *t, const struct schedule *s, uint32_t most,
                   struct reduced *out);
/* Measures what remains of the last run, which showed the failure: its past,
 * or, where that does not do (threads that wait in vain only if the others
 * go a certain way; a join that another thread's join forbids), all of it.
 * The preemptions of the run itself are a price that was paid for it. */
bool trial_measure_last(struct trial *t, uint32_t most, struct reduced *out);
/* Whether the first is better: preemptions, steps, switches. */
bool reduced_better(const struct reduced *a, const struct reduced *b);

#endif
