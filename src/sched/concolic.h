/* concolic: every path of the inputs beside every schedule.
 *
 * An executor over the executor of a program that was built with --symbolic.
 * A branch that depends on inputs is a step of its thread (OP_BRANCH), with
 * the ways it can go as alternatives, so any strategy searches inputs and
 * schedules together and knows nothing of inputs (Kähkönen 2015, ch. 2: both
 * ways are extensions of the same thread, independent of all others).  What is
 * left is to find, for a plan whose prefix goes through branches, inputs that
 * go the same ways:
 *
 *     plan:  choices, ways at branches      conditions known from runs before
 *       -> solve -> inputs -> run           the run tells the conditions that
 *     run:   another way at a branch?       were not known: solve, run again
 *       -> which ways could it go?          solve for each: alternatives
 *
 * Which conditions a prefix meets depends on its choices and ways alone, so
 * they are remembered under the choices that led there.  What a model of the
 * solver says is evaluated (sym/query.h), and the way the program really goes
 * is compared with the expression: an expression that is wrong is found out,
 * and said.
 *
 * Not everything is covered when values had to be fixed (a call of a function
 * nobody looks into, long double), an address takes more than 256 values,
 * a run has more than `branches` branches that could go both ways, or the
 * solver gives up: `lost` says where.  When time is over in the middle of a
 * question the run it is about has not been, and `stuck` says where it was. */
#ifndef SCHED_CONCOLIC_H
#define SCHED_CONCOLIC_H

#include "exec/executor.h"
#include "sym/query.h"

struct sched_options;

enum lost_why {
  LOST_PINNED,    /* a value that cannot be followed */
  LOST_OPAQUE,    /* memory with inputs, and a function that was not built */
  LOST_NAN,       /* the bits of what is no number */
  LOST_INDEX,     /* an address with too many values */
  LOST_BRANCHES,  /* more branches than asked for */
  LOST_UNDECIDED, /* the solver gave up */
  LOST_TIME,      /* time was over before it had answered */
  LOST_MANY,      /* more inputs than a run can be given */
  LOST_WRONG,     /* the program went another way than its expression */
};

struct lost {
  uint32_t site;
  enum lost_why why;
  uint64_t count;
};

struct concolic_options {
  uint32_t branches; /* that are followed in a run; 0: 1000 */
  unsigned patience; /* with one question to the solver; 0: as it is usual */
};

struct concolic_stats {
  uint64_t branches; /* distinct, by what led there */
  uint64_t both;     /* of them, those that can go both ways */
  uint64_t again;    /* runs done again with better inputs */
};

/* Whether this build has a solver. */
bool concolic_possible(void);
/* Does not own x.  NULL when this build has no solver. */
struct executor *concolic_open(struct executor *x,
                               const struct concolic_options *o);
/* Lets the strategy ask which branches go together. */
void concolic_join(struct executor *concolic, struct sched_options *o);
/* Where not everything was covered, by place as first met. */
const struct lost *concolic_lost(const struct executor *concolic,
                                 size_t *count);
const char *lost_text(enum lost_why why);
const struct concolic_stats *concolic_stats(const struct executor *concolic);
const struct sym_query_stats *concolic_queries(const struct executor *concolic);

#endif
