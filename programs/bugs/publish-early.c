/* The flag "ready" is raised before the object is: another thread uses what is
 * half made.
 *
 * Literature: Goetz et al. 2006, section 3.5 (unsafe publication); Lu, Park,
 * Seo and Zhou 2008 (order violations).
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

static _Atomic int ready, size, limit;

static void *maker(void *unused) {
  other_work();
  size = 8;
#ifndef FIXED
  ready = 1;
#endif
  limit = 16;
  ready = 1;
  return unused;
}

static void *user(void *unused) {
  other_work();
  if (ready)
    assert(size <= limit);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, maker, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
