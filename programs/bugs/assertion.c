/* Two threads add one to a total in two steps; one of them can be lost. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

static _Atomic int total;

static void *add_one(void *unused) {
  other_work();
#ifdef FIXED
  atomic_fetch_add(&total, 1);
#else
  int seen = total;
  other_work();
  total = seen + 1;
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, add_one, NULL);
  pthread_create(&b, NULL, add_one, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(total == 2);
  return 0;
}
