/* A reader tests a pointer and then uses it; between the two the owner takes
 * it away. */
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>

#include "busy.h"

static int value = 42;
static int *_Atomic shared = &value;

static void *reader(void *unused) {
  other_work();
#ifdef FIXED
  int *mine = shared;
  if (mine)
    return *mine == 42 ? unused : NULL;
#else
  other_work();
  if (shared)
    return *shared == 42 ? unused : NULL;
#endif
  return unused;
}

static void *owner(void *unused) {
  other_work();
  shared = NULL;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, owner, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
