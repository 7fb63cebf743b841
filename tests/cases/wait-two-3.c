// expect: holds
// As wait-two.c, but what they wait for comes.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int there;

static void *adds(void *unused) {
  there += 2;
  there -= 1;
  return unused;
}

static void *waits(void *unused) {
  while (there != 1) {
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, adds, NULL);
  pthread_create(&b, NULL, waits, NULL);
  while (there != 1) {
  }
  return pthread_join(b, NULL);
}
