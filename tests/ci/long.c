/* A run has a hundred thousand steps. */
#include <pthread.h>

enum { ROUNDS = 12000 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total[2];

static void *worker(void *arg) {
  int *mine = arg;
  for (int i = 0; i < ROUNDS; i++) {
    pthread_mutex_lock(&m);
    ++*mine;
    ++total[1];
    pthread_mutex_unlock(&m);
  }
  return 0;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, worker, &total[0]);
  pthread_create(&b, 0, worker, &total[0]);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
