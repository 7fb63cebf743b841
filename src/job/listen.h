/* listen: a function of heddle.h that hears messages, as the sink of a diag or
 * the host of a job. */
#ifndef JOB_LISTEN_H
#define JOB_LISTEN_H

#include "base/diag.h"
#include "heddle.h"

struct listener {
  heddle_report *report; /* or NULL */
  void *user;
  bool lacked; /* memory: what it belongs to may be half done */
};

/* user: a struct listener. */
void listener_say(void *user, enum diag_level level, struct diag_at at,
                  const char *msg, const char *hint);
/* "out of memory"; l may be NULL. */
void listener_memory(struct listener *l);

#endif
