// expect: violated livelock
// Two threads wait for one variable, which comes to hold something else: what
// an early look of the one left is where the other waits in the end, too.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int there;

static void *adds(void *unused) {
  there += 2;
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
  return 0;
}
