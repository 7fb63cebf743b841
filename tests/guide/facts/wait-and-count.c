/* expect: 1 a loop that does not end */
/* options: --steps 50 */
/* A loop that does other work while it waits goes round and round. */
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
