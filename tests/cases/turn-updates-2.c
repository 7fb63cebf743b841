// must: the same with a compare-and-swap, which may have swapped; a writer that does not wait for who has counted itself in writes under a reader
// expect: violated race
#include <pthread.h>
#include <stdatomic.h>
static atomic_int readers, writing;
static int d;
static void *reads(void *a) {
  for (;;) {
    int was = 0;
    while (writing)
      ;
    atomic_compare_exchange_strong(&readers, &was, 1);
    if (!writing)
      break;
    readers = 0;
  }
  (void)*(volatile int *)&d;
  readers = 0;
  return a;
}
static void *writes(void *a) {
  while (atomic_exchange(&writing, 1))
    ;
  d++;
  writing = 0;
  return a;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, reads, 0);
  pthread_create(&u, 0, writes, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
