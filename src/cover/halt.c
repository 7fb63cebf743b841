#include "cover/halt.h"

#include <stddef.h>

#include "base/clock.h"

struct halt halt_within(const struct halt *outer, double seconds) {
  struct halt h = {0};
  if (outer) {
    h = *outer;
    h.over = false;
  }
  double end = seconds > 0 ? clock_wall() + seconds : 0;
  if (end > 0 && (h.deadline <= 0 || end < h.deadline))
    h.deadline = end;
  return h;
}

void halt_now(struct halt *h, enum why why) {
  if (h->over)
    return;
  h->over = true;
  h->why = why;
}

bool halt_look(struct halt *h) {
  if (!h || h->over)
    return h != NULL;
  if (h->stop && *h->stop)
    halt_now(h, WHY_INTERRUPTED);
  else if (h->deadline > 0 && clock_wall() >= h->deadline)
    halt_now(h, WHY_TIME);
  return h->over;
}
