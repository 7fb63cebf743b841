/* listen: a function of heddle.h that hears messages, as the sink of a diag or
 * the host of a job. */
#ifndef JOB_LISTEN_H
#define JOB_LISTEN_H

#include "base/diag.h"
#include "heddle.h"

struct listener {
  heddle_report *report; /* or NULL */
  void *user;
};

/* user: a struct listener. */
void listener_say(void *user, enum diag_level level, struct diag_at at,
                  const char *msg, const char *hint);

#endif
