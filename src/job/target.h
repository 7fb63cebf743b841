/* target: what `heddle test` and `heddle replay` run: C sources that are
 * built first, a binary that was built before, or a model.
 *
 *     struct target t = {.host = host, .kind = ..., .files = ...};
 *     if (!target_open(&t)) return ...;             it has said why
 *     t.executor ...
 *     target_close(&t);                             removes what was built
 */
#ifndef JOB_TARGET_H
#define JOB_TARGET_H

#include "base/text.h"
#include "base/vec.h"
#include "exec/executor.h"
#include "exec/program.h"
#include "exec/tape.h"

struct host;
struct model;

#define TARGET_SCHEME "--scheme="

struct target {
  const struct host *host;
  enum tape_target kind;
  VEC(const char *) files;
  VEC(const char *)
  flags; /* of the compiler; of a model "-DN=3" and
                              TARGET_SCHEME with a name */
  VEC(const char *) args;
  bool fork, spurious, same_output, malloc_fails, partial_io, unbuffered,
      mpi_leaks;
  char real_files[PROGRAM_PATH]; /* what is written below it stays, or "" */
  bool coverage;                 /* sources are built for it */
  bool symbolic;     /* likewise: inputs are symbolic when it is searched */
  uint32_t branches; /* that are followed in a run, 0: the usual bound */
  uint64_t steps;    /* bound on steps of a run */
  uint64_t threads;  /* of the tested program at a time; 0: no bound but ours */
  uint64_t ranks;    /* of an MPI program; 0: it is none */
  uint64_t memory;   /* of the tested program */
  uint64_t jobs;     /* executors side by side, at least 1 */
  bool widens; /* one at first, and so many where that gains something, later
                  (exec/parallel.h) */
  const char *built; /* the sources were built before, as this file; or NULL */
  double deadline;   /* of building, as clock_wall tells the time; 0: none */
  bool (*give_up)(void *user); /* of starting; or NULL */
  void *give_up_user;
  /* Other ranks, whose executors are workers, too (exec/distant.h); or NULL. */
  struct distant_line *line;
  unsigned line_ranks; /* how many there are, this one among them */
  /* made by target_open */
  struct executor *executor;
  struct executor *concolic; /* over it (sched/concolic.h), or NULL */
  struct model *model;
  uint64_t identity; /* of the contents of the files */
  double build_seconds;
  char *folder; /* temporary, or NULL */
  struct text binary;
};

/* The kind by the names of the files: .hed, .c, anything else.  False with a
 * message when they do not go together. */
bool target_classify(struct target *t);
/* Reads the files for `identity`; target_open does this first. */
bool target_identify(struct target *t);
bool target_open(struct target *t);
/* Sources to a binary, whose path `binary` is; of a binary it is its own. */
bool target_build(struct target *t);
/* What is to be searched. */
static inline struct executor *target_searched(const struct target *t) {
  return t->concolic ? t->concolic : t->executor;
}
/* The same program started anew. */
bool target_reopen(struct target *t);
/* The same with inputs followed (`symbolic`), built anew if it must be; as it
 * was where that does not work. */
bool target_follow(struct target *t);
/* The same binary again with a process for each run. */
bool target_reopen_forked(struct target *t);
void target_close(struct target *t);

#endif
