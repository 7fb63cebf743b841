/* Both threads lock before they touch the counter, but not the same lock.
 *
 * Literature: Savage, Burrows, Nelson, Sobalvarro and Anderson 1997 (Eraser:
 * no lock is held at every access); Farchi, Nir and Ur 2003 ("wrong lock or
 * no lock").
 * Least preemptions: 0 (a race does not need its accesses side by side). */
#include <pthread.h>

#include "busy.h"

static pthread_mutex_t of_reader = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t of_writer = PTHREAD_MUTEX_INITIALIZER;
static int served;

static void serve(pthread_mutex_t *lock) {
  pthread_mutex_lock(lock);
  served++;
  pthread_mutex_unlock(lock);
}

static void *reader(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
#ifdef FIXED
    serve(&of_writer);
    (void)of_reader;
#else
    serve(&of_reader);
#endif
  }
  return unused;
}

static void *writer(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    serve(&of_writer);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, reader, NULL);
  pthread_create(&b, NULL, writer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return served == 0;
}
