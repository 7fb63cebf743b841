/* expect: 1 a loop that does not end */
/* options: --steps 50 */
/* A loop that waits for one of two places goes round and round: it needs a
 * bound of its own. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go, stop;

static void *waiter(void *unused) {
  while (!go && !stop)
    ;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, waiter, NULL);
  go = 1;
  pthread_join(a, NULL);
  return 0;
}
