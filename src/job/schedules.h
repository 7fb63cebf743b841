/* schedules: strategies of `heddle test` compared on a set of programs, as
 * Kähkönen does in his chapter 8.
 *
 *     struct schedules s = {.seconds = 60};
 *     schedules_add_strategy(&s, &sched_optimal);   any number of times
 *     schedules_add_program(&s, host, "fib1.c");    likewise; builds it
 *     if (schedules_run(&s, host, jobs))
 *       ... s.programs.at[i].outcomes[k] ...
 *     schedules_close(&s);
 *
 * Programs are C or C++ sources, binaries of heddle cc, or models.  Each is
 * built once, then searched to the end by each strategy, in a worker process of
 * its own (study/team.h), whose CPU time and that of the programs it starts is
 * the run's.  What a strategy does not tell, how often it ran a trace that it had
 * run before, is told by `optimal`, which runs each once, if both have ended.
 * Strategies that end must agree on the kinds of findings there
 * are, as far as both are to find them. */
#ifndef JOB_SCHEDULES_H
#define JOB_SCHEDULES_H

#include "base/arena.h"
#include "base/vec.h"
#include "base/verdict.h"
#include "job/host.h"
#include "sched/strategy.h"

struct schedules_outcome {
  bool ran;      /* false: the strategy does not apply, it was interrupted, or
                    its worker died: `why` */
  bool finished; /* no limit was reached */
  enum verdict verdict;
  unsigned kinds; /* 1u << FOUND_...: what was found */
  uint64_t executions, redundant, steps, bytes;
  bool untold; /* nobody knows how many are redundant */
  double cpu_seconds;
  char why[120]; /* a limit, a refusal; "" otherwise */
};

struct schedules_program {
  const char *name, *path;
  const char *built; /* of sources: the binary; otherwise NULL */
  struct schedules_outcome *outcomes; /* by strategy */
};

struct schedules {
  double seconds; /* of each search; 0: no limit */
  uint64_t runs, steps, memory, seed;
  bool no_races;
  struct arena arena;
  VEC(const struct sched_strategy *) strategies;
  VEC(struct schedules_program) programs;
  const struct host *host;
  char *folder;                    /* temporary, of the binaries; or NULL */
  struct schedules_outcome *board; /* of all of them, shared with workers */
  bool stopped;                    /* it was interrupted */
  size_t crashed;                  /* workers */
};

/* Once each; strategies first. */
void schedules_add_strategy(struct schedules *s,
                            const struct sched_strategy *strategy);
/* False after a message. */
bool schedules_add_program(struct schedules *s, const struct host *h,
                           const char *path);
/* False after a message. */
bool schedules_run(struct schedules *s, const struct host *h, unsigned jobs);
void schedules_close(struct schedules *s);

/* It ends, and then what it is to find was found. */
static inline bool schedules_exhaustive(const struct sched_strategy *s) {
  return s->preserves && !s->choose;
}
/* The first exhaustive strategy that ran to the end and, of the kinds that both
 * are to find, has found others in the program than this one, which ran to the
 * end too; NULL: none. */
const struct sched_strategy *
schedules_differs(const struct schedules *s, const struct schedules_program *p,
                  size_t strategy);

#endif
