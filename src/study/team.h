/* team: worker processes that share a list of jobs.
 *
 *     struct team t = {.workers = 2, .count = 400, .work = run_one, .ctx = c};
 *     team_run(&t);
 *
 * Processes, not threads: CPU time is then that of the job alone, and a job
 * that crashes takes nothing with it: it is in `crashed`, its worker is
 * replaced and the others never notice.  Jobs are handed out in order, one
 * at a time.  What a job produces must go to a file (appended in one write)
 * or be named by its number: nothing that it changes in memory comes back,
 * except what team_say said.
 *
 * When progress->stop is set workers are told by SIGINT, and killed when
 * they have not ended within two seconds; workers die with their parent. */
#ifndef STUDY_TEAM_H
#define STUDY_TEAM_H

#include <stdbool.h>
#include <stddef.h>

#include "base/progress.h"
#include "base/vec.h"

struct team_board; /* what parent and workers both see */

struct team {
  unsigned workers; /* 0: one for each core */
  size_t count;
  /* In a worker.  False ends the whole team: nothing more is handed out. */
  bool (*work)(struct team *t, size_t job);
  void *ctx;
  const char *name;          /* of the progress line */
  const char *unit;          /* "runs" */
  size_t already;            /* done before this team began, for the line */
  struct progress *progress; /* may be NULL */
  /* after team_run */
  size_t done;
  bool stopped;        /* not all was handed out */
  VEC(size_t) crashed; /* jobs */
  char said[512];      /* by the first team_say, or empty */
  struct team_board *board;
};

/* False when no worker could be started (errno). */
bool team_run(struct team *t);
/* In a worker: a word for the parent.  The first one counts. */
void team_say(struct team *t, const char *what);
void team_free(struct team *t);

#endif
