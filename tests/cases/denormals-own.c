// must: each thread has denormals and rounding of its own, also where it sets them without libc
// expect: holds
// never: two different runs
#include <assert.h>
#include <pthread.h>
#include <xmmintrin.h>
static int x;
static void *set_it(void *unused) {
  _mm_setcsr(_mm_getcsr() | 0x8040);
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  assert((_mm_getcsr() & 0xffc0) == 0x9fc0);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set_it, NULL);
  __atomic_load_n(&x, __ATOMIC_SEQ_CST);
  assert((_mm_getcsr() & 0xffc0) == 0x1f80);
  pthread_join(t, NULL);
  return 0;
}
