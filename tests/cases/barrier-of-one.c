// A barrier of one thread is no place to wait at, even where the run ends
// before the thread that stands there has gone on.
// expect: violated race
#include <pthread.h>
#include <stdatomic.h>
static int x;
static atomic_int z;
static pthread_barrier_t b;
static void *writes(void *unused) {
  z++;
  pthread_barrier_wait(&b);
  x = 0;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, NULL, 1);
  pthread_create(&t, NULL, writes, NULL);
  return x;
}
