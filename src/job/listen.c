#include "job/listen.h"

void listener_say(void *user, enum diag_level level, struct diag_at at,
                  const char *msg, const char *hint) {
  const struct listener *l = user;
  if (!l->report)
    return;
  const struct heddle_message m = {
      level == DIAG_ERROR, at.file, at.line, at.col, at.len, msg, hint};
  l->report(l->user, &m);
}

void listener_memory(struct listener *l) {
  if (!l)
    return;
  l->lacked = true;
  listener_say(l, DIAG_ERROR, (struct diag_at){0}, "out of memory", NULL);
}
