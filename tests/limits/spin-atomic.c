/* What is done inside an atomic block is no step.
 * names: worker spins at line 10 */
#include <heddle/rt.h>
#include <pthread.h>

static unsigned counter;

static void *worker(void *unused) {
  heddle_atomic_begin();
  for (counter = 1; counter;) counter += 2;
  heddle_atomic_end();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  heddle_atomic_begin();
  heddle_atomic_end();
  pthread_join(t, NULL);
  return 0;
}
