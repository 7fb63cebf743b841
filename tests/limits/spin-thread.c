/* A thread counts for ever in a variable of its own.
 * names: worker spins at line 7 */
#include <pthread.h>

static void *worker(void *unused) {
  volatile unsigned n = 0;
  for (;;) n++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
