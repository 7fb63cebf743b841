/* engine: which engine checks a model: a list of its states (explore), or one
 * set (sets).
 *
 * Who asks for dd by name gets it, or is told why not.  Where nothing was asked
 * for the list begins, as for most models it is at its end within milliseconds;
 * if it goes on, the set is tried beside it with an amount of work that is small
 * against what the list has taken by then, and again when the list has become
 * several times as long.  Both give the same findings, counts and lengths of
 * runs, so the user only notices which it was by the time it takes and by what
 * the report says.  Amounts are counted, so which it is does not depend on the
 * machine, the clock or the number of workers. */
#ifndef JOB_ENGINE_H
#define JOB_ENGINE_H

#include "job/check.h"

/* Sets c->symbolic; false after a message: it is not to be had. */
bool engine_fits(struct check *c, const struct host *h,
                 const struct check_options *o);
void engine_sets(struct check *c, const struct explore_options *eo);

/* What tries the set beside the list. */
struct engine_trial {
  struct check *check;
  struct explore_options options;
  struct explore_rival rival;
  struct sets_figures figures;
  struct explore_result *result; /* or NULL */
  uint64_t work;                 /* of the next one */
  uint64_t bits;                 /* of a state, about */
};

/* Whether the set may be tried at all: then eo->rival is the trial. */
bool engine_try(struct engine_trial *t, struct check *c,
                const struct check_options *o, struct explore_options *eo);
/* The list has yielded: the check has the set's result. */
void engine_take(struct engine_trial *t, struct explore_result *list);

#endif
