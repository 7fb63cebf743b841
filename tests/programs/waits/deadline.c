/* Waits for a flag until a time, and works until another.  BROKEN: takes the
 * time for the flag. */
#include <time.h>

#include "waits.h"

static atomic_int ready, worked;

static void *body(void *argument) {
  if (!argument) {
    ready = 1;
    return NULL;
  }
  struct timespec now;
  time_t end = time(NULL) + 30;
  do
    clock_gettime(CLOCK_REALTIME, &now);
  while (!ready && now.tv_sec < end);
#ifdef BROKEN
  assert(ready);
#else
  assert(ready || now.tv_sec >= end);
#endif
  return NULL;
}

int main(void) {
  run_threads(2, body);
  for (time_t end = time(NULL) + 3600; time(NULL) < end;)
    worked++;
  assert(worked > 1 && worked < 1000);
  return 0;
}
