// must: a turn that looks, then counts itself, and looks again, has had an effect when it looks again
// expect: holds
#include <pthread.h>
#include <stdatomic.h>
static atomic_int readers, writing;
static int d;
static void *reads(void *a) {
  for (;;) {
    while (writing)
      ;
    atomic_fetch_add(&readers, 1);
    if (!writing)
      break;
    atomic_fetch_sub(&readers, 1);
  }
  (void)*(volatile int *)&d;
  atomic_fetch_sub(&readers, 1);
  return a;
}
static void *writes(void *a) {
  while (atomic_exchange(&writing, 1))
    ;
  while (readers)
    ;
  d++;
  writing = 0;
  return a;
}
int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, 0, reads, 0);
  pthread_create(&u, 0, reads, 0);
  pthread_create(&v, 0, writes, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  pthread_join(v, 0);
  return 0;
}
