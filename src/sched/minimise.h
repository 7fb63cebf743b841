/* minimise: a failing run made small, and what decided it.
 *
 *     struct minimised m;
 *     minimise(&m, x, &options, &finding, progress);
 *     finding is now the reduced run, m what is known about it
 *     minimised_free(&m);
 *
 * The run of a finding is replaced by one that shows the same failure
 * (sched/failure.h says what "the same" is) and is the least found by
 *
 *     preemptions, then steps, then inputs (few, each as near to 0 as it
 *     can be with the others as they are)
 *
 * among those that have no more events than it had.
 *
 * Every candidate is really run; nothing is concluded.  Only the executor is
 * used, so models and programs are treated alike.
 *
 * What remains of a run.  Steps outside the causal past of the failure
 * (happens-before of sched/order.h, create and join included) are left out,
 * and so are steps inside it without which it still fails.  The run *stops*
 * with its last choice (PLAN_STOP): where the threads stand there is in its
 * pending events; threads that are not needed stand READY.  Of a deadlock the
 * threads that wait for each other are needed; if they wait for what others
 * could do (a signal that never comes), the threads that wait, and every step
 * on what they wait for.  That it does not come any more is shown by the same
 * run going on to its end as AFTER_FIRST does; a recording of it does that
 * (`finding.stuck`).  Where a failure is one of the whole run (different
 * output; a loop that does not end) the run does not stop: `finding.stops` is
 * false, and a replay goes on after the choices as AFTER_FIRST does.
 *
 * What a preemption is, here.  A switch away from a thread that could have
 * gone on; but a thread that is left where it stands for good, because the
 * rest of it does not matter, is not preempted: a switch away from a thread
 * that has no more steps in the reduced run counts only if the failure does
 * not come when that thread goes on, at once, as long as it can.  That is
 * found by running it so.  Hence the number is that of a complete run, which
 * was run, and it compares with a bound on preemptions (Musuvathi, Qadeer
 * 2007) and with the literature.
 *
 * How.  The schedules with 0, 1, 2 ... preemptions are searched in this
 * order for the same failure, with fewer preemptions than the best so far;
 * first only at places that were not tried yet (the first time round a
 * loop), then everywhere.  When that is exhausted below the number that is
 * reported, it is the least there is (`least`).  Beside that, blocks of
 * steps are moved and dropped (Jalbert and Sen 2010; Zeller 1999), for runs
 * too long for the search.  Runs are counted, so the result is a matter of
 * the options alone unless time or the user cuts it off. */
#ifndef SCHED_MINIMISE_H
#define SCHED_MINIMISE_H

#include "base/progress.h"
#include "exec/executor.h"
#include "sched/sched.h"

struct minimise_options {
  uint64_t runs;      /* at most this many; 0: MINIMISE_RUNS */
  double seconds;     /* and this long; 0: no limit */
  uint64_t state;     /* OUTPUT: the state that other runs ended with */
  /* what the run was given; INPUT_NAMED ones are the user's and stay */
  const struct plan_input *inputs;
  uint32_t inputs_len;
  const struct plan_input *fixed; /* of them those that must stay as they are:
                                     the user's */
  uint32_t fixed_len;
};
enum { MINIMISE_RUNS = 20000 };

/* How the run differs when a switch is made otherwise. */
enum minimise_change {
  CHANGE_NONE,   /* no such switch is known */
  CHANGE_LATER,  /* `from` does one more step first */
  CHANGE_UNDONE, /* `from` goes on as long as it can */
  CHANGE_OTHER,  /* `from` cannot go on; `instead` goes before `to` */
  CHANGE_AHEAD,  /* `instead` goes before `to`, as long as it can */
};

/* The decisive switch: the last place of the run where a thread takes over
 * from another and where another choice, run with the rest of the schedule
 * as it is and then to its end, shows no failure, neither this nor another:
 * that run is complete, so it cannot come later either.  Where there is none,
 * the last place where a thread goes on (from == to) and where it does not
 * come when another goes ahead. */
struct minimise_switch {
  uint8_t change; /* enum minimise_change */
  uint16_t from;  /* who was running, SCHED_NOBODY: at the beginning */
  uint16_t to;    /* who took over */
  uint16_t instead; /* CHANGE_OTHER: who goes instead; else == from */
  uint32_t event; /* in finding->events: the first of `to` */
  bool preempts;  /* `from` could have gone on */
  uint32_t failed; /* CHANGE_NONE: so many other choices were run, which are
                      all, and each shows it; 0: not known */
  bool always;     /* there was no other choice, or all of them and schedules
                      at random show it */
  /* the other run, complete, as it was */
  struct event *events;
  uint32_t events_len;
  choice *choices;
  uint32_t choices_len;
  uint32_t differs; /* the first event of it that is not of the run */
};

struct minimised {
  bool done;           /* every stage came to its end */
  bool least;          /* no run with fewer preemptions fails so: proved */
  const char *reason;  /* why not done: "runs", "time", "interrupted",
                          "slow" (a run takes seconds), "lost" (it does not
                          come again); or NULL */
  uint64_t runs;       /* that were spent */
  double seconds;
  /* of the run as it was found: what was executed, without pending events */
  uint32_t first_events, first_steps, first_preemptions;
  uint32_t events, steps; /* of the reduced run, likewise */
  uint32_t preemptions; /* see above; also finding->preemptions */
  struct threads waiting; /* DEADLOCK: the threads that wait for each other */
  struct minimise_switch decisive;
  /* Of each event of the run, pending ones included: 1 when it has a part in
   * the failure.  The schedule needs the others too, but in the run of the
   * decisive switch they were the same (minimise/relevance.c).  Events that
   * are no steps (create, join ...) are never marked, unless all are. */
  uint8_t *relevant;
  uint32_t relevant_events; /* how many of the executed events */
};

/* Replaces the run of *f (events, choices, event, other_event, inputs, stops,
 * preemptions; and thread when another thread fails there).  When the failure
 * does not come again *f stays as it is.  False when the executor died
 * (x->error). */
bool minimise(struct minimised *m, struct executor *x,
              const struct minimise_options *o, struct sched_finding *f,
              struct progress *p);
void minimised_free(struct minimised *m);

/* Of a finding that goes round, as the search has it: its run is replaced by
 * one that ends where the round does (f->round).  Others stay as they are.
 * False when the executor died. */
bool minimise_settle(struct executor *x, const struct minimise_options *o,
                     struct sched_finding *f);

#endif
