/* Burns and Lynch 1980: a bit for each thread, and those with lower numbers
 * come first.  Who gives way says so again and again. */
#include "waits.h"

#ifndef THREADS
#define THREADS 2
#endif

static atomic_int wants[THREADS];

static int somebody_before(int me) {
  for (int i = 0; i < me; i++)
    if (wants[i])
      return 1;
  return 0;
}

static void *body(void *argument) {
  int me = (int)(intptr_t)argument;
again:
  wants[me] = 0;
  if (somebody_before(me))
    goto again;
  wants[me] = 1;
  if (somebody_before(me))
    goto again;
  for (int i = me + 1; i < THREADS; i++)
    while (wants[i])
      ;
  critical();
  wants[me] = 0;
  return NULL;
}

int main(void) {
  run_threads(THREADS, body);
  return 0;
}
