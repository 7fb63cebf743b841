// must: what a run leaves of the processor's rounding and denormals is not there in the next
// expect: holds
// never: two different runs
#include <assert.h>
#include <pthread.h>
#include <xmmintrin.h>
static int x;
static void *write_it(void *unused) {
  __atomic_store_n(&x, 1, __ATOMIC_SEQ_CST);
  return unused;
}
int main(void) {
  pthread_t t;
  assert((_mm_getcsr() & 0xffc0) == 0x1f80);
  pthread_create(&t, NULL, write_it, NULL);
  if (__atomic_load_n(&x, __ATOMIC_SEQ_CST))
    _mm_setcsr(_mm_getcsr() | 0x8040);
  pthread_join(t, NULL);
  return 0;
}
