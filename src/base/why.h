/* why: the reasons for which a verdict is incomplete.
 *
 * Read by rt/ too, inside the tested process: nothing here allocates.  What is
 * done with reasons is in verdict.h. */
#ifndef BASE_WHY_H
#define BASE_WHY_H

#include <stdint.h>

/* why, its key in JSON, what is written before the name, what is written
 * where there is no name.  In the order in which they are told: what happened
 * in the program that was not looked at, then limits, then what the user has
 * chosen. */
#define WHYS(X)                                                                \
  X(INPUT, "input", "input ", "inputs that were not followed")                 \
  X(UNMODELLED, "unmodelled", "", "a call without a model")                    \
  X(ASSEMBLY, "assembly", "", "assembly")                                      \
  X(LIBRARY, "library", "", "code that was not instrumented")                  \
  X(THREADS, "threads", "", "too many threads")                                \
  X(STEPS, "steps", "", "the bound on steps")                                  \
  X(BOUND, "bound", "", "a bound on schedules")                                \
  X(MEMORY, "memory", "", "the memory is used up")                             \
  X(DISK, "disk", "disk: ", "the disk is full")                                \
  X(TIME, "time", "", "the time is over")                                      \
  X(RUNS, "runs", "", "the number of runs is reached")                         \
  X(INTERRUPTED, "interrupted", "", "interrupted")                             \
  X(STRATEGY, "strategy", "strategy ", "a strategy that does not cover it")

enum why {
#define ROW(name, key, before, words) WHY_##name,
  WHYS(ROW)
#undef ROW
      WHY_COUNT
};

/* One reason.  `name` is what the user knows it by (a function, an input and
 * the value it had, a strategy, a bound), `count` how often: in how many runs
 * or states.  Where there is no name or no place it is NULL; no count is 0. */
struct because {
  enum why why;
  const char *name, *file;
  uint32_t line;
  uint64_t count;
};

#endif
