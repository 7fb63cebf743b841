/* The last user frees the block; counting down and looking are two steps. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "busy.h"

static void *block;
static _Atomic int users = 2;

static void *user(void *unused) {
  other_work();
#ifdef FIXED
  if (atomic_fetch_sub(&users, 1) == 1)
    free(block);
#else
  users--;
  if (users == 0)
    free(block);
#endif
  return unused;
}

int main(void) {
  pthread_t a, b;
  block = malloc(16);
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
