/* Peterson's algorithm for three (the filter lock; Herlihy and Shavit 2008,
 * ch. 2): two levels, at each of which one stays behind.  BROKEN: one level
 * for three. */
#include "waits.h"

#ifdef BROKEN
enum { THREADS = 3, LEVELS = 1 };
#else
enum { THREADS = 3, LEVELS = 2 };
#endif
static atomic_int level[THREADS], victim[LEVELS + 1];

static int somebody(int me, int at) {
  for (int k = 0; k < THREADS; k++)
    if (k != me && level[k] >= at)
      return 1;
  return 0;
}

static void *body(void *argument) {
  int me = (int)(intptr_t)argument;
  for (int at = 1; at <= LEVELS; at++) {
    level[me] = at;
    victim[at] = me;
    while (victim[at] == me && somebody(me, at))
      ;
  }
  critical();
  level[me] = 0;
  return NULL;
}

int main(void) {
  run_threads(THREADS, body);
  return 0;
}
