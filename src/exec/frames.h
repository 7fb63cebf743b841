/* frames: addresses of code as places in the source, by the line table of a
 * binary.  Slow (it asks binutils' addr2line), for reports only. */
#ifndef EXEC_FRAMES_H
#define EXEC_FRAMES_H

#include "base/arena.h"
#include "exec/executor.h"

/* The program's own frames among the return addresses, innermost first; how
 * many.  Names live in the arena.  None when addr2line is not there. */
size_t frames_find(const char *binary, const uint64_t *addresses, size_t count,
                   struct spot *out, size_t cap, struct arena *arena);

/* The innermost of the program's own frames, or nothing.  `called` is what it
 * had called there, if that is in the binary too (a function of the runtime or
 * of a library), `started` the function of the outermost one; they keep their
 * values when they are not known. */
struct spot frames_innermost(const char *binary, const uint64_t *addresses,
                             size_t count, const char **called,
                             const char **started, struct arena *arena);

#endif
