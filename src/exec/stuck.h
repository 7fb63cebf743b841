/* stuck: where runs were that made no step any more.
 *
 * The process is asked by a signal (rt/where.c) while it still stands there,
 * and answers with the addresses of its calls; the line table of the binary
 * makes a place of them.  One that does not answer was at its last visible
 * operation, as far as we know. */
#ifndef EXEC_STUCK_H
#define EXEC_STUCK_H

#include "base/arena.h"
#include "base/vec.h"
#include "exec/frames.h"
#include "exec/symbols.h"

struct stuck_places {
  VEC(struct stuck) at;
  struct arena arena; /* of their names */
};

/* Asks the processes of a group and waits a moment for the answer. */
struct wire_where stuck_ask(struct wire *w, pid_t group);
/* Takes an answer in; the place. */
const struct stuck *stuck_note(struct stuck_places *s,
                               const struct wire_where *w,
                               const struct symbols *y, struct frames *f,
                               bool blocked);
void stuck_free(struct stuck_places *s);

#endif
