/* A reference is dropped in two steps, "one less" and "is it zero": both
 * holders see zero and both free.
 *
 * Literature: Lu, Park, Seo and Zhou 2008 (Mozilla's reference counts);
 * McKenney 2007 (reference counting in Linux).
 * Least preemptions: 1. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "busy.h"

static _Atomic int references = 2;
static int *object;

static void drop(void) {
#ifdef FIXED
  if (atomic_fetch_sub(&references, 1) == 1)
    free(object);
#else
  references--;
  if (references == 0)
    free(object);
#endif
}

static void *holder(void *unused) {
  other_work();
  drop();
  return unused;
}

int main(void) {
  pthread_t a, b;
  object = malloc(sizeof *object);
  pthread_create(&a, NULL, holder, NULL);
  pthread_create(&b, NULL, holder, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
