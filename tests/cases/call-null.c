// options: --no-races
// expect: violated crash
// A call through a null pointer leaves the program for nobody's code.
#include <pthread.h>

static void (*task)(void);

static void hello(void) {}

static void *worker(void *unused) {
  task();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  task = hello;
  pthread_join(t, NULL);
  return 0;
}
