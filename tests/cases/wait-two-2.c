// expect: violated livelock
// As wait-two.c, but that three wait, for different sums of two variables.
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static atomic_int here, there;

static void *adds(void *unused) {
  here = 2;
  there = 2;
  return unused;
}

static void *waits(void *sum) {
  while (here + there != (intptr_t)sum) {
  }
  return NULL;
}

int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, NULL, adds, NULL);
  pthread_create(&b, NULL, waits, (void *)3);
  pthread_create(&c, NULL, waits, (void *)5);
  while (here + there != 1) {
  }
  return 0;
}
