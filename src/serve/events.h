/* events: what happens to a job, as a stream of server-sent events.
 *
 *     event: progress          event: end
 *     data: {"states": 12...}  data: {"state": "done"}
 *
 * A client that is slow misses figures, never the end. */
#ifndef SERVE_EVENTS_H
#define SERVE_EVENTS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "serve/jobs.h"

struct events {
  struct job *job; /* held */
  uint64_t seen;
  bool begun, ended;
  struct text text; /* not yet read */
};

struct events *events_open(struct job *j); /* takes the hold */
void events_close(void *events);
/* Waits for the next of it; so many bytes, 0: none yet, -1: that was all. */
ssize_t events_read(struct events *e, char *to, size_t most);

#endif
