/* Test and test-and-set, with a pause that gets longer (Anderson 1990).
 * BROKEN: test and set are two steps. */
#include "waits.h"

enum { LONGEST = 4 };
static atomic_int taken;

static void pause_for(int turns) {
  for (volatile int i = 0; i < turns; i++)
    ;
}

static int try_it(void) {
#ifdef BROKEN
  if (taken)
    return 0;
  taken = 1;
  return 1;
#else
  return !atomic_exchange(&taken, 1);
#endif
}

static void *body(void *argument) {
  int pause = 1;
  for (;;) {
    while (atomic_load(&taken))
      sched_yield();
    if (try_it())
      break;
    pause_for(pause);
    if (pause < LONGEST)
      pause *= 2;
  }
  critical();
  atomic_store(&taken, 0);
  return argument;
}

int main(void) {
  run_threads(3, body);
  return 0;
}
