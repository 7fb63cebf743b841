/* expect: 1 data race */
/* volatile orders nothing. */
#include <pthread.h>

static volatile int ready;

static void *set(void *unused) {
  ready = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, set, NULL);
  int seen = ready;
  pthread_join(a, NULL);
  return seen * 0;
}
