/* Read-copy-update without the wait for readers: the updater publishes a new
 * version and frees the old one, which a reader still reads.
 *
 * Literature: McKenney and Slingwine 1998 (grace periods).
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "busy.h"

struct version {
  int low, high;
};

static struct version *_Atomic current;
static _Atomic int reading;

static struct version *make(int value) {
  struct version *v = malloc(sizeof *v);
  v->low = v->high = value;
  return v;
}

static void *reader(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    reading = 1;
    struct version *v = current;
    assert(v->low == v->high);
    reading = 0;
  }
  return unused;
}

int main(void) {
  pthread_t a;
  current = make(1);
  pthread_create(&a, NULL, reader, NULL);
  for (int i = 0; i < TIMES; i++) {
    other_work();
    struct version *old = current;
    current = make(2 + i);
#ifdef FIXED
    while (reading)
      ;
#endif
    free(old);
  }
  pthread_join(a, NULL);
  free(current);
  return 0;
}
