/* A run takes seconds: much is computed between visible operations. */
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total, wrong;

static void compute(void) {
  volatile long k = 0;
  for (long i = 0; i < 150000000; i++)
    k = k + i;
}

static void *worker(void *unused) {
  (void)unused;
  for (int i = 0; i < 3; i++) {
    pthread_mutex_lock(&m);
    total++;
    pthread_mutex_unlock(&m);
    compute();
  }
  return 0;
}

int main(int argc, char **argv) {
  pthread_t a, b;
  (void)argv;
  wrong = argc > 1;
  compute();
  pthread_create(&a, 0, worker, 0);
  pthread_create(&b, 0, worker, 0);
  pthread_mutex_lock(&m);
  assert(!wrong || total < 3);
  pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
