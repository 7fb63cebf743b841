/* Order violation at start-up: the new thread uses the handle that its creator
 * stores only after it has created the thread.
 *
 * Literature: Lu, Park, Seo and Zhou 2008, figure 2 (Mozilla's nsThread).
 * Least preemptions: 0. */
#include <pthread.h>
#include <stdlib.h>

#include "busy.h"

struct thread {
  pthread_t handle;
  int state;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct thread *current;

static void *run(void *unused) {
  other_work();
  pthread_mutex_lock(&lock);
  current->state = 1;
  pthread_mutex_unlock(&lock);
  return unused;
}

static struct thread *start(void) {
  struct thread *t = calloc(1, sizeof *t);
#ifdef FIXED
  pthread_mutex_lock(&lock);
  current = t;
  pthread_create(&t->handle, NULL, run, NULL);
  pthread_mutex_unlock(&lock);
#else
  pthread_create(&t->handle, NULL, run, NULL);
  pthread_mutex_lock(&lock);
  current = t;
  pthread_mutex_unlock(&lock);
#endif
  return t;
}

int main(void) {
  struct thread *t = start();
  pthread_join(t->handle, NULL);
  free(t);
  return 0;
}
