/* expect: 3 runs were cut off at 50 steps */
/* options: --steps 50 */
/* A loop that does other work while it waits goes round and round, and does
 * something new each time. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, looks;

static void *waiter(void *unused) {
  while (!go)
    looks++;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, waiter, NULL);
  go = 1;
  pthread_join(a, NULL);
  return 0;
}
