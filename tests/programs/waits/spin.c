/* Spin locks, by HOW: test-and-set, with a yield, by compare-and-swap; test and
 * test-and-set in one loop and in two. */
#include "waits.h"

#ifndef THREADS
#define THREADS 3
#endif
enum { TAS, TAS_YIELDS, CAS, TTAS, TTAS_TWICE };
static atomic_int taken;

static void take(void) {
  int free = 0;
  switch (HOW) {
  case TAS:
    while (atomic_exchange(&taken, 1))
      ;
    return;
  case TAS_YIELDS:
    while (atomic_exchange(&taken, 1))
      sched_yield();
    return;
  case CAS:
    while (!atomic_compare_exchange_strong(&taken, &free, 1))
      free = 0;
    return;
  case TTAS:
    while (atomic_load(&taken) || atomic_exchange(&taken, 1))
      ;
    return;
  case TTAS_TWICE:
    do
      while (atomic_load(&taken))
        ;
    while (atomic_exchange(&taken, 1));
  }
}

static void *body(void *argument) {
  take();
  critical();
  atomic_store(&taken, 0);
  return argument;
}

int main(void) {
  run_threads(THREADS, body);
  return 0;
}
