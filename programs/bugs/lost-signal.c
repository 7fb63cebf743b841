/* A signal that comes before the wait is lost when nobody remembers it. */
#include <pthread.h>

#include "busy.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int there;

static void *waiter(void *unused) {
  other_work();
  pthread_mutex_lock(&lock);
#ifdef FIXED
  while (!there)
#endif
    pthread_cond_wait(&arrived, &lock);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, waiter, NULL);
  other_work();
  pthread_mutex_lock(&lock);
  there = 1;
  pthread_cond_signal(&arrived);
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  return 0;
}
