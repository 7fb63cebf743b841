/* Anderson 1990: a ring of places, each thread waits at its own. */
#include "waits.h"

#ifndef THREADS
#define THREADS 3
#endif

static atomic_int free_at[THREADS] = {1};
static atomic_uint next;

static void *body(void *argument) {
  unsigned mine = atomic_fetch_add(&next, 1) % THREADS;
  while (!free_at[mine])
    ;
  critical();
  free_at[mine] = 0;
  free_at[(mine + 1) % THREADS] = 1;
  return argument;
}

int main(void) {
  run_threads(THREADS, body);
  return 0;
}
