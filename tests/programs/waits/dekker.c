/* Dekker (Dijkstra 1965): a loop that has effects on one way round and only
 * waits on another.  BROKEN: does not say again that it wants in. */
#include "waits.h"

static atomic_int wants[2], turn;

static void *body(void *argument) {
  int me = (int)(intptr_t)argument, other = 1 - me;
  wants[me] = 1;
  while (wants[other]) {
    if (turn == other) {
      wants[me] = 0;
      while (turn == other)
        sched_yield();
#ifndef BROKEN
      wants[me] = 1;
#endif
    }
  }
  critical();
  turn = other;
  wants[me] = 0;
  return NULL;
}

static void *twice(void *argument) {
  body(argument);
#ifdef BROKEN
  body(argument);
#endif
  return NULL;
}

int main(void) {
  run_threads(2, twice);
  return 0;
}
