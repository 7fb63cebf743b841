// expect: violated assertion
// options: -n 300
// The sibling of poll-nanosleep.c: what is written anew is only half of what the
// next turn reads, and so turns can be told apart.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
static atomic_int go;
static void *A(void *u) {
  struct timespec t = {0, 0};
  while (!atomic_load(&go)) {
    t.tv_sec = 0;
    t.tv_nsec = t.tv_nsec < 3 ? t.tv_nsec + 1 : t.tv_nsec;
    nanosleep(&t, NULL);
  }
  assert(t.tv_nsec < 2);
  return u;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, A, NULL);
  atomic_store(&go, 1);
  pthread_join(a, NULL);
}
