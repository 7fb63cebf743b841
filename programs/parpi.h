/* N threads add their share to a sum under one lock. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static double pi;

static void *add_share(void *argument) {
  double share = 1.0 / N;
  pthread_mutex_lock(&lock);
  pi = pi + share;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t threads[N];
  for (int k = 0; k < N; k++)
    pthread_create(&threads[k], NULL, add_share, NULL);
  for (int k = 0; k < N; k++)
    pthread_join(threads[k], NULL);
  return 0;
}
