/* Read-copy-update with a counter for each reader: what was unlinked is freed
 * when every reader has been seen outside (Desnoyers et al. 2012).  BROKEN:
 * one reader is not asked. */
#include <stdlib.h>

#include "waits.h"

#ifdef BROKEN
enum { READERS = 2, ASKED = 1 };
#else
enum { READERS = 2, ASKED = 2 };
#endif
static atomic_int reading[READERS];
static int *_Atomic current;

static void wait_for_readers(void) {
  for (int i = 0; i < ASKED; i++)
    while (reading[i])
      sched_yield();
}

static void *body(void *argument) {
  int me = (int)(intptr_t)argument;
  if (me < READERS) {
    reading[me] = 1;
    int *p = current;
    assert(*p == 1 || *p == 2);
    reading[me] = 0;
    return NULL;
  }
  int *fresh = malloc(sizeof *fresh), *old;
  *fresh = 2;
  old = atomic_exchange(&current, fresh);
  wait_for_readers();
  free(old);
  return NULL;
}

int main(void) {
  int *first = malloc(sizeof *first);
  *first = 1;
  current = first;
  run_threads(READERS + 1, body);
  free(current);
  return 0;
}
