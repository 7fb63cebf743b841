/* cast: who takes part in a run, and what they are called.
 *
 * A thread of a program is called after the function it runs: "producer",
 * or "worker 1", "worker 2" where several run the same; main is main.
 * Threads of models have names of their own. */
#ifndef STORY_CAST_H
#define STORY_CAST_H

#include "base/arena.h"
#include "exec/executor.h"

struct cast {
  const char *names[THREADS_MAX]; /* of threads of the run; else NULL */
  bool program;                   /* has call stacks: no model */
};

struct listings;

/* Of a thread that does nothing in the run the function is read off the line
 * that creates it, when there are sources (else NULL). */
void cast_make(struct cast *c, struct executor *x, const struct event *events,
               size_t count, struct listings *sources, struct arena *arena);
/* One more is spoken of, who may have failed before its first step. */
void cast_meet(struct cast *c, struct executor *x, unsigned thread,
               struct arena *arena);
const char *cast_name(const struct cast *c, unsigned thread);
/* "worker 1, worker 2" */
/* Not all names of more than so many. */
enum { CAST_MANY = 16 };
void cast_set(const struct cast *c, unsigned words, const struct threads *set,
              struct text *out);

#endif
