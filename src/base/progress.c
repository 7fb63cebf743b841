#include "base/progress.h"

#include "base/clock.h"

bool progress_due(struct progress *p) {
  if (!p || !p->show)
    return false;
  double now = clock_wall();
  if (p->started == 0)
    p->started = p->last = now;
  if (now - p->last < 0.2)
    return false;
  p->last = now;
  return true;
}

void progress_show(struct progress *p, const char *job,
                   const struct progress_figure *figures, size_t count) {
  if (p && p->show)
    p->show(p->user, job, p->last - p->started, figures, count);
}
