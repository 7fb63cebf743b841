/* expect: 0 no failure, every schedule covered */
/* A loop that waits for one place waits until it was written. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int go;

static void *waiter(void *unused) {
  while (!go)
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
