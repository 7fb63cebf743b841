/* replay: a recorded schedule (exec/tape.h), run again.
 *
 *     struct replay r;
 *     if (replay_open(&r, host, &o, text, &budget))
 *       ... r.end, r.finding; forms are in form/replay_report.h ...
 *     replay_close(&r);
 *
 * What it ran on is found, here or beside the recording, built and started;
 * `changes` says what is not as it was.  Where the program has changed and the
 * finding does not come, `try` looks for it near the old schedule. */
#ifndef JOB_REPLAY_H
#define JOB_REPLAY_H

#include "exec/tape.h"
#include "job/budget.h"
#include "job/host.h"
#include "job/replay_order.h"
#include "job/replay_try.h"
#include "job/target.h"
#include "sched/minimise.h"
#include "sched/sched.h"

struct telling;

struct replay_options {
  const char *recording;    /* its name */
  const char *const *files; /* that stand for the recorded ones */
  size_t files_len;
  uint64_t times; /* it is run so often */
  /* a program that has changed: look near the old schedule */
  bool try;
  bool stay; /* but after a run that shows the finding nothing else is run */
  uint64_t runs;
  double seconds;
  struct replay_move move; /* then run it in this order */
};

struct replay {
  const struct host *host;
  const struct replay_options *options;
  struct budget *budget;
  const char *name;
  struct tape tape;
  struct target target;
  struct sched_finding finding; /* of the last run */
  uint64_t again;               /* how often the finding came */
  unsigned starts;
  bool changed; /* the program, since it was recorded */
  bool same;    /* it came each time */
  bool tried;   /* `retry` says what came of that, or of the move */
  struct replay_order order;
  struct tape moved; /* the recording in that order; borrows from both */
  struct retry retry;
};

/* Whether this is the text of such a recording. */
bool replay_is_tape(const struct text *text);
/* False after a message. */
bool replay_open(struct replay *r, const struct host *h,
                 const struct replay_options *o, const struct text *text,
                 struct budget *b);
void replay_close(struct replay *r);

/* Ready to tell the last run (job/telling.h). */
void replay_tell(struct telling *told, const struct replay *r);

#endif
