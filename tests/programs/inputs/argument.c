/* An input goes to a thread as its argument and comes back as its result. */
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>
#include <stdint.h>
static void *twice(void *x) { return (void *)((intptr_t)x * 2 + 1); }
int main(void) {
  pthread_t t;
  void *result;
  intptr_t x = heddle_input("x", -1000000, 1000000);
  pthread_create(&t, NULL, twice, (void *)x);
  pthread_join(t, &result);
#ifdef FIXED
  assert((intptr_t)result != 2000);
#else
  assert((intptr_t)result != 2001);
#endif
  return 0;
}
