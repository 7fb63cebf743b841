/* Peterson 1981.  BROKEN: gives way before it says that it wants in. */
#include "waits.h"

static atomic_int wants[2], turn;

static void *body(void *argument) {
  int me = (int)(intptr_t)argument, other = 1 - me;
#ifdef BROKEN
  turn = other;
  wants[me] = 1;
#else
  wants[me] = 1;
  turn = other;
#endif
  while (wants[other] && turn == other)
    ;
  critical();
  wants[me] = 0;
  return NULL;
}

int main(void) {
  run_threads(2, body);
  return 0;
}
