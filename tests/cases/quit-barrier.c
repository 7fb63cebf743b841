// must: hold: main leaves while a thread waits at a barrier
// expect: holds
#include <pthread.h>
static pthread_barrier_t b;
static void *t(void *u) { pthread_barrier_wait(&b); return u; }
int main(void) {
  pthread_t h;
  pthread_barrier_init(&b, NULL, 2);
  pthread_create(&h, NULL, t, NULL);
  return 0;
}
