/* inputs: values that the user fixes, and inputs with too many of them. */
#ifndef JOB_INPUTS_H
#define JOB_INPUTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct batch;
struct executor;
struct host;
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

/* Which of the inputs that the user fixes any run has asked for, and the names
 * of those that runs ask for. */
enum { INPUTS_LISTED = 64, INPUTS_NAMED = 8 };
struct inputs_asked {
  const struct sched_options *options;
  uint64_t asked; /* by bit; there are no bits for more than so many */
  uint64_t labels[INPUTS_NAMED];
  size_t labels_len;
  void (*next)(void *user, const struct batch *b, uint32_t i);
  void *next_user;
};

/* Watches the runs of a search with these options, before others that do. */
void inputs_watch(struct inputs_asked *a, struct sched_options *o);
/* Whether every input that is fixed was asked for; else a message says which
 * was not.  `words` are the user's. */
bool inputs_known(const struct inputs_asked *a, const struct host *h,
                  struct executor *x, const char *const *words);

#endif
