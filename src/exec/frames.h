/* frames: addresses of code as places in the source, by the line table of a
 * binary.
 *
 *     struct frames f = {.binary = path};
 *     size_t n = frames_find(&f, addresses, count, out, cap, &arena);
 *     frames_close(&f);
 *
 * binutils' addr2line says them.  It is started at the first question and
 * stays, because reading a line table takes longer than all the rest. */
#ifndef EXEC_FRAMES_H
#define EXEC_FRAMES_H

#include <stdio.h>
#include <sys/types.h>

#include "base/arena.h"
#include "exec/executor.h"

struct frames {
  const char *binary; /* not ours */
  pid_t child;        /* 0: not started, or it is gone */
  FILE *answers;
};

/* The program's own frames among the return addresses, innermost first; how
 * many.  Names live in the arena.  None when addr2line is not there. */
size_t frames_find(struct frames *f, const uint64_t *addresses, size_t count,
                   struct spot *out, size_t cap, struct arena *arena);

/* The innermost of the program's own frames, or nothing.  `called` is what it
 * had called there, if that is in the binary too (a function of the runtime or
 * of a library), `started` the function of the outermost one; they keep their
 * values when they are not known. */
struct spot frames_innermost(struct frames *f, const uint64_t *addresses,
                             size_t count, const char **called,
                             const char **started, struct arena *arena);

void frames_close(struct frames *f);

#endif
