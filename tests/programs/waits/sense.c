/* A sense-reversing barrier (Hensgen, Finkel, Manber 1988).  BROKEN: the sense
 * is turned before the counter is set again. */
#include "waits.h"

enum { THREADS = 2 };
static atomic_int left = THREADS, sense, done[THREADS];

static void barrier(int *mine) {
  *mine = !*mine;
  if (atomic_fetch_sub(&left, 1) == 1) {
#ifdef BROKEN
    sense = *mine;
    left = THREADS;
#else
    left = THREADS;
    sense = *mine;
#endif
  } else {
    while (sense != *mine)
      sched_yield();
  }
}

static void *body(void *argument) {
  int me = (int)(intptr_t)argument, mine = 0;
  for (int i = 1; i <= 2; i++) {
    done[me] = i;
    barrier(&mine);
    assert(done[1 - me] >= i);
  }
  return NULL;
}

int main(void) {
  run_threads(THREADS, body);
  return 0;
}
