/* inputs: values that the user fixes, and inputs with too many of them. */
#ifndef JOB_INPUTS_H
#define JOB_INPUTS_H

#include <stdbool.h>

struct executor;
struct plan_input;
struct sched_options;
struct sched_strategy;

/* "NAME=VALUE"; "INDEX=VALUE" is an input of main, "THREAD.INDEX=VALUE" of
 * another thread.  False: it is none of these. */
bool inputs_read(const char *s, struct plan_input *out);

/* Whether a strategy knows that a branch on inputs is taken at once. */
bool inputs_followed_by(const struct sched_strategy *s);
/* Whether a few runs ask for inputs with so many values that one of them is
 * tried and no other. */
bool inputs_too_many(struct executor *x, const struct sched_options *o);

#endif
