/* Only in some schedules, and after steps.
 * names: main spins at line 19 */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *worker(void *unused) {
  x = 1;
  y = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  volatile unsigned n = 0;
  if (x && !y)
    while (n < 2) n &= 1;
  pthread_join(t, NULL);
  return 0;
}
