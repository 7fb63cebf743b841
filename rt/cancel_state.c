/* Whether the running thread may be cancelled: its own, and no step. */
#include <errno.h>

#include "rt/calls.h"
#include "rt/cancel.h"
#include "rt/rt.h"

int heddle_pthread_setcancelstate(int state, int *old) {
  heddle_at site = heddle_here;
  struct fiber *f = rt.current;
  if (state != PTHREAD_CANCEL_ENABLE && state != PTHREAD_CANCEL_DISABLE)
    return EINVAL;
  if (old) {
    rt_argument_write(1, old, sizeof *old, site, f->cancel_state);
    *old = f->cancel_state;
  }
  f->cancel_state = (uint8_t)state;
  return 0;
}

int heddle_pthread_setcanceltype(int type, int *old) {
  heddle_at site = heddle_here;
  struct fiber *f = rt.current;
  if (type != PTHREAD_CANCEL_DEFERRED && type != PTHREAD_CANCEL_ASYNCHRONOUS)
    return EINVAL;
  if (old) {
    rt_argument_write(1, old, sizeof *old, site, f->cancel_type);
    *old = f->cancel_type;
  }
  if (type == PTHREAD_CANCEL_ASYNCHRONOUS && rt_cancel_point)
    rt_escape(WHY_UNMODELLED, "asynchronous cancellation", site);
  f->cancel_type = (uint8_t)type;
  return 0;
}

void heddle_pthread_testcancel(void) {
  CANCEL_POINT(heddle_here);
}
