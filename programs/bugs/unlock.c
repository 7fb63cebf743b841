/* A thread that did not get the lock gives it back all the same. */
#include <pthread.h>

#include "busy.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int work;

static void *worker(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    int mine = pthread_mutex_trylock(&lock) == 0;
    if (mine)
      work++;
#ifdef FIXED
    if (mine)
#endif
      pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
