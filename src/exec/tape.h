/* tape: the recording of a schedule, with what it ran on: programs and
 * thread models under test.  (Runs of `heddle check` are recordings of
 * states and steps: model/recording.h.)
 *
 * Plain text, one fact a line, so that it can be read, compared and mailed:
 *
 *     heddle recording 1
 *     program /home/me/counter.c
 *     target sources
 *     flag -DN=2
 *     arg 3
 *     identity 9f86d081884c7d65
 *     finding assertion
 *     place counter.c:31
 *     thread 1 0 0
 *     choices 0 0 1 2 2 1 0
 *     end
 *
 * Everything that decides the run is in it: the choices are the whole
 * schedule, so a replay needs no strategy and no seed.  A line break or a
 * percent sign inside a value is written %0A, %25. */
#ifndef EXEC_TAPE_H
#define EXEC_TAPE_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "base/vec.h"
#include "exec/executor.h"

enum tape_target { TAPE_SOURCES, TAPE_BINARY, TAPE_MODEL };

struct tape_thread {
  uint16_t parent, index; /* of thread number 1 + its place here */
};

struct tape {
  struct arena arena; /* strings live here */
  enum tape_target target;
  VEC(const char *) files; /* absolute paths */
  VEC(const char *) flags; /* of the compiler, or -D of a model */
  VEC(const char *) args;  /* of the program */
  uint64_t identity;       /* of the contents of the files */
  bool fork, spurious;
  bool stops; /* the run ends with its choices: PLAN_STOP */
  uint64_t steps; /* bound on steps of a run */
  VEC(struct plan_input) inputs;
  VEC(struct tape_thread) threads;
  VEC(choice) choices;
  unsigned finding;  /* enum found */
  const char *place; /* "counter.c:31", or "" */
  const char *text;  /* message of the finding, or "" */
};

void tape_write(const struct tape *r, struct text *out);
/* False when the text is no recording; the reason, with its line, is in the
 * diag. */
bool tape_read(struct tape *r, const char *file, const char *text, size_t len,
               struct diag *diag);
void tape_free(struct tape *r);

#endif
