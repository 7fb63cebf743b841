/* Lamport's bakery 1974, for two.  BROKEN: nobody says that they choose.  TWICE:
 * a turn reads the other's number once for each comparison. */
#include "waits.h"

#ifndef THREADS
#define THREADS 2
#endif
static atomic_int choosing[THREADS], number[THREADS];

static void *body(void *argument) {
  int me = (int)(intptr_t)argument, most = 0;
#ifndef BROKEN
  choosing[me] = 1;
#endif
  for (int k = 0; k < THREADS; k++) {
    int n = number[k];
    most = n > most ? n : most;
  }
  number[me] = most + 1;
  choosing[me] = 0;
  for (int k = 0; k < THREADS; k++) {
    if (k == me)
      continue;
    while (choosing[k])
      ;
#ifdef TWICE
    while (number[k] != 0 &&
           (number[k] < number[me] || (number[k] == number[me] && k < me)))
      ;
    continue;
#endif
    for (;;) {
      int n = number[k], mine = number[me];
      if (n == 0 || n > mine || (n == mine && k > me))
        break;
    }
  }
  critical();
  number[me] = 0;
  return NULL;
}

int main(void) {
  run_threads(THREADS, body);
  return 0;
}
