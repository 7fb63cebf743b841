/* THREADS threads count to TURNS each under one lock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int count;

static void *worker(void *unused) {
  for (int i = 0; i < TURNS; i++) {
    pthread_mutex_lock(&lock);
    count++;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, worker, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return count == THREADS * TURNS ? 0 : 1;
}
