/* Prints for ever.
 * names: worker spins( in printf\(\))? at line 7 */
#include <pthread.h>
#include <stdio.h>

static void *worker(void *unused) {
  for (unsigned n = 0;; n++) printf("%u bottles\n", n);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
