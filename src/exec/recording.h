/* recording: a run saved to a file, with what it ran on.
 *
 * Plain text, one fact a line, so that it can be read, compared and mailed:
 *
 *     heddle-recording 1
 *     target program
 *     file /home/me/counter.c
 *     flag -DN=2
 *     arg 3
 *     identity 9f86d081884c7d65
 *     finding assertion counter.c:31 assert(total == 2)
 *     thread 1 0 0
 *     choices 0 0 1 2 2 1 0
 *     end
 *
 * Everything that decides the run is in it: the choices are the whole
 * schedule, so a replay needs no strategy and no seed.  A line break or a
 * percent sign inside a value is written %0A, %25. */
#ifndef EXEC_RECORDING_H
#define EXEC_RECORDING_H

#include "base/arena.h"
#include "base/diag.h"
#include "base/text.h"
#include "base/vec.h"
#include "exec/executor.h"

enum recording_target { RECORDING_SOURCES, RECORDING_BINARY, RECORDING_MODEL };

struct recording_thread {
  uint16_t parent, index; /* of thread number 1 + its place here */
};

struct recording {
  struct arena arena; /* strings live here */
  enum recording_target target;
  VEC(const char *) files; /* absolute paths */
  VEC(const char *) flags; /* of the compiler, or -D of a model */
  VEC(const char *) args;  /* of the program */
  uint64_t identity;       /* of the contents of the files */
  bool fork, spurious;
  uint64_t steps;          /* bound on steps of a run */
  VEC(struct plan_input) inputs;
  VEC(struct recording_thread) threads;
  VEC(choice) choices;
  unsigned finding; /* enum found */
  const char *place; /* "counter.c:31", or "" */
  const char *text;  /* message of the finding, or "" */
};

void recording_write(const struct recording *r, struct text *out);
/* False when the text is no recording; the reason, with its line, is in the
 * diag. */
bool recording_read(struct recording *r, const char *file, const char *text,
                    size_t len, struct diag *diag);
void recording_free(struct recording *r);

#endif
