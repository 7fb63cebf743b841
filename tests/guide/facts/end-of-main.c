/* expect: 0 no failure, every schedule covered */
/* When main returns the process ends, wherever the others stand. */
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x;

static void *worker(void *unused) {
  x = 1;
  x = 2;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, worker, NULL);
  pthread_detach(a);
  return 0;
}
