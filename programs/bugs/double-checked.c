/* Double-checked locking: the look outside of the lock is a plain one, which
 * nothing orders with the write inside; what the pointer leads to may not be
 * there yet.
 *
 * Literature: Schmidt and Harrison 1997 (the pattern); Bacon et al. 2000
 * ("Double-checked locking is broken"); Meyers and Alexandrescu 2004.
 * Least preemptions: 0 (a race does not need its accesses side by side). */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "busy.h"

struct settings {
  int level;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
#ifdef FIXED
static struct settings *_Atomic instance;
#else
static struct settings *instance;
#endif

static struct settings *get(void) {
  struct settings *found = instance;
  if (found)
    return found;
  pthread_mutex_lock(&lock);
  found = instance;
  if (!found) {
    found = malloc(sizeof *found);
    found->level = 3;
    instance = found;
  }
  pthread_mutex_unlock(&lock);
  return found;
}

static void *user(void *unused) {
  other_work();
  return get()->level == 3 ? unused : NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, user, NULL);
  pthread_create(&b, NULL, user, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  free(instance);
  return 0;
}
