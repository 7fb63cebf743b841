/* child: a process that prints into pipes.
 *
 * It is the leader of a group of its own, which ends as a whole. */
#ifndef SERVE_CHILD_H
#define SERVE_CHILD_H

#include <stdbool.h>
#include <sys/types.h>

enum child_stream { CHILD_OUT, CHILD_ERR, CHILD_PROGRESS, CHILD_STREAMS };

struct child {
  pid_t pid;
  int from[CHILD_STREAMS]; /* -1: at its end */
};

/* False with errno.  words ends in NULL.  It dies with the thread that
 * started it. */
bool child_start(struct child *c, const char *program, char *const *words,
                 int folder, bool address_space);
void child_signal(const struct child *c, int signal);
/* True: it has ended, with the status of wait(2). */
bool child_ended(const struct child *c, int *status);

#endif
