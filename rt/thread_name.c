/* The name of a thread is for people: nobody can ask for it here. */
#include <errno.h>

#include "rt/call.h"
#include "rt/calls.h"
#include "rt/rt.h"

int heddle_pthread_setname_np(pthread_t thread, const char *name) {
  enum { MOST = 16 }; /* bytes, with the end: Linux's */
  struct rt_call k;
  rt_call_open(&k, heddle_here);
  rt_call_text(&k, 1, name, PTRDIFF_MAX, 1);
  rt_call_enter(&k);
  bool fits = strlen(name) < MOST;
  rt_call_leave(&k);
  rt_call_close(&k);
  return !rt_thread_at((uint64_t)thread) ? ESRCH : fits ? 0 : ERANGE;
}
