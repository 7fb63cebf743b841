/* expect: 0 no failure, every schedule covered */
/* Store buffering: on hardware, with relaxed atomics, both threads can read 0.
 * Not here: every execution is an interleaving. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int left_saw, right_saw;

static void *left(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  left_saw = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

static void *right(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  right_saw = atomic_load_explicit(&x, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(left_saw || right_saw);
  return 0;
}
