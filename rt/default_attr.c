/* What a thread is made with when nobody says anything: it is the process's,
 * and of a run what that has set.  libc has it behind a lock, so setting and
 * asking depend on each other; a thread that is made looks, too, in programs
 * that set it. */
#include <errno.h>

#include "rt/call.h"
#include "rt/calls.h"
#define IN_DEFAULT_ATTR /* here it is */
#include "rt/default_attr.h"
#include "rt/rt.h"

static struct {
  bool is_set;
  int detached;
  size_t stack, guard;
} self PUT_BACK;

static const struct heddle_global names[] NAMED = {
    {&self, "default attributes of threads", sizeof self, sizeof self, 0}};

bool rt_default_detached(heddle_at site) {
  rt_state_use((uint64_t)&self, false, false, site);
  return self.is_set && self.detached == PTHREAD_CREATE_DETACHED;
}

int heddle_pthread_getattr_default_np(pthread_attr_t *to) {
  heddle_at site = heddle_here;
  rt_state_use((uint64_t)&self, false, false, site);
  rt_argument_write(0, to, sizeof *to, site, 0);
  int error = pthread_getattr_default_np(to);
  if (!error && self.is_set) {
    pthread_attr_setstacksize(to, self.stack);
    pthread_attr_setguardsize(to, self.guard);
    pthread_attr_setdetachstate(to, self.detached);
  }
  return error;
}

/* A place for the stacks of all threads would be wrong. */
int heddle_pthread_setattr_default_np(const pthread_attr_t *from) {
  heddle_at site = heddle_here;
  void *place;
  size_t size;
  rt_argument_read(0, from, sizeof *from, site);
  pthread_attr_t next = *from;
  rt_state_use((uint64_t)&self, true, false, site);
  if (!pthread_attr_getstack(&next, &place, &size) &&
      (uintptr_t)place + size)
    return EINVAL;
  self.is_set = true;
  pthread_attr_getstacksize(&next, &self.stack);
  pthread_attr_getguardsize(&next, &self.guard);
  pthread_attr_getdetachstate(&next, &self.detached);
  return 0;
}
