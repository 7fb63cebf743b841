/* A ticket lock.  BROKEN: a ticket is taken in two steps. */
#include "waits.h"

#ifndef THREADS
#define THREADS 3
#endif
static atomic_uint next, serving;

static unsigned ticket(void) {
#ifdef BROKEN
  unsigned mine = next;
  next = mine + 1;
  return mine;
#else
  return atomic_fetch_add(&next, 1);
#endif
}

static void *body(void *argument) {
  unsigned mine = ticket();
  while (atomic_load(&serving) != mine)
    sched_yield();
  critical();
  atomic_store(&serving, mine + 1);
  return argument;
}

int main(void) {
  run_threads(THREADS, body);
  return 0;
}
