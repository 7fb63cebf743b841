/* study: strategies compared on a set of models (Nguyen 4.1.4 and 4.2, Lei
 * 2.5).
 *
 *     struct study s = {.find = ..., .limits = ...};
 *     study_add_strategy(&s, &strategy_full);   always the first
 *     study_add_model(&s, path, ...);           any number of times
 *     study_resume(&s, text, len);              what an earlier one finished
 *     study_run(&s, fd, jobs, progress);        the rest, appended to fd
 *     study_resume(&s, ...);                    reads what was appended
 *     study_tables(&s, ...);                    (summary.h)
 *
 * Models are read again by whoever runs them: workers are processes. */
#ifndef STUDY_STUDY_H
#define STUDY_STUDY_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/vec.h"
#include "explore/strategy.h"
#include "read/reader.h"
#include "study/measure.h"
#include "study/profile.h"

struct study_model {
  const char *path, *name;     /* name: for tables, with the parameters */
  struct lang_options options; /* how to read it */
  uint64_t digest;
  uint32_t processes;
  uint64_t edges, receptions;
  struct profile profile;
  struct outcome *outcomes; /* by strategy */
};

struct study {
  struct arena arena;
  VEC(struct study_model) models;
  VEC(const struct strategy *) strategies;
  unsigned find;
  struct study_limits limits;
  const char *limits_text;
  size_t crashed;      /* runs, by the last study_run */
  bool stopped;        /* it was interrupted */
  const char *said;    /* why it stopped, when something went wrong; or NULL */
  struct ranks *ranks; /* that share the runs (ranks/ranks.h); NULL: alone */
};

void study_add_strategy(struct study *s, const struct strategy *strategy);
/* Strategies first.  False after errors, which are in the diag. */
bool study_add_model(struct study *s, const char *path, const char *name,
                     const char *text, size_t len,
                     const struct lang_options *options, struct diag *diag);
/* Takes over the lines that belong to this study; how many runs are done
 * now.  Runs that reached a limit count only if the limits are the same. */
size_t study_resume(struct study *s, const char *text, size_t len);
/* Runs what is not done yet.  False with errno when no worker could be
 * started.  Of several ranks all call it with the same models; what is done rank
 * 0 says, and everything is appended to its file: after every few runs, so that
 * little is lost if somebody dies.  Others need no file. */
bool study_run(struct study *s, int fd, unsigned jobs,
               struct progress *progress);
void study_free(struct study *s);

#endif
