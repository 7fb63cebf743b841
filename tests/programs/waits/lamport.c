/* Lamport 1987, a fast mutual exclusion: who is alone writes twice and reads
 * twice. */
#include "waits.h"

#ifndef THREADS
#define THREADS 2
#endif

static atomic_int busy[THREADS], x, y;

static void *body(void *argument) {
  int me = (int)(intptr_t)argument, name = me + 1;
again:
  busy[me] = 1;
  x = name;
  if (y) {
    busy[me] = 0;
    while (y)
      ;
    goto again;
  }
  y = name;
  if (x != name) {
    busy[me] = 0;
    for (int i = 0; i < THREADS; i++)
      while (busy[i])
        ;
    if (y != name) {
      while (y)
        ;
      goto again;
    }
  }
  critical();
  y = 0;
  busy[me] = 0;
  return NULL;
}

int main(void) {
  run_threads(THREADS, body);
  return 0;
}
