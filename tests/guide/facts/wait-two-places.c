/* expect: 0 no failure, every schedule covered */
/* options: --steps 50 */
/* A loop that waits for one of two places waits like any other. */
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
