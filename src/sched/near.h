/* near: the schedule of a recording in a program that has changed since, and
 * the schedules near it.
 *
 *     struct near n;
 *     near_open(&n, x, &options);
 *     near_search(&n, progress);
 *     n.found, n.changes, n.runs, the run in n.finding...
 *     near_close(&n);
 *
 * First the old schedule is *followed*: a step of it is known by its thread,
 * its operation and the text of its source line, not by its number.  Where
 * the program still does the steps of the trail, they are taken.  Where a
 * thread stands at an operation that is not the next of its trail: if its
 * trail has it later, the steps before it are gone and are left out; if not,
 * the operation is new, and the thread does it before it goes on.  A step
 * whose thread cannot go is left out.
 *
 * Then schedules with one change are tried, then with two, and so on: a
 * change lets another enabled thread take its step first, and the rest of the
 * schedule comes after it as it was, as far as it can (PLAN_SKIP).  This is
 * delay-bounded search (Emmi, Qadeer, Rakamaric 2011) around a schedule that
 * failed instead of around a fixed scheduler.  Later changes come first: a
 * failure is mostly decided shortly before it.  Changes of one schedule have
 * ascending places, and a schedule that was run is known by its choices, so
 * none counts twice.
 *
 * Everything is a matter of the options and the executor, except where time
 * cuts it off. */
#ifndef SCHED_NEAR_H
#define SCHED_NEAR_H

#include "base/map.h"
#include "base/progress.h"
#include "base/vec.h"
#include "exec/executor.h"

enum near_found { NEAR_NOTHING, NEAR_OTHER, NEAR_SAME };

struct near_options {
  const choice *choices; /* the old schedule */
  uint32_t choices_len;
  /* Whether the event is the n-th step of the old schedule, its thread aside;
   * NULL: every step is. */
  bool (*matches)(void *user, const struct event *e, uint32_t n);
  /* What the run of a batch shows.  The search ends with NEAR_SAME. */
  enum near_found (*judge)(void *user, const struct batch *b, uint32_t i);
  void *user;
  const struct plan_input *inputs;
  uint32_t inputs_len;
  uint64_t runs;  /* at most so many */
  double seconds; /* and so long; 0: no limit */
  uint32_t changes; /* and so many changes */
};

/* A schedule as it was run. */
struct near_run {
  VEC(choice) choices;
  VEC(struct threads) enabled; /* at each of them */
};

struct near {
  struct executor *x;
  struct near_options options;
  struct near_run base;  /* the old schedule, followed */
  bool followed;         /* to its end; then steps of the trail that were */
  uint32_t kept, gone, fresh; /* done, were left out, and new steps */
  enum near_found found; /* the best that was seen */
  uint32_t changes;      /* of that run */
  struct near_run run;   /* that run */
  uint64_t runs;         /* in all */
  uint32_t complete;     /* every schedule with so many changes was run */
  bool exhausted;        /* more changes would give no other schedule */
  const char *reason;    /* why it ended early: "runs", "time",
                            "interrupted", "died" (x->error); or NULL */
  struct map seen;
  double deadline;
  struct progress *progress;
};

void near_open(struct near *n, struct executor *x,
               const struct near_options *o);
void near_search(struct near *n, struct progress *p);
void near_close(struct near *n);

#endif
