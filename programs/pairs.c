/* Four pairs of threads; the two of a pair write one variable. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { PAIRS = 4 };

static _Atomic int pair[PAIRS];

static void *writer(void *argument) {
  intptr_t me = (intptr_t)argument;
  pair[me / 2] = (int)me;
  return NULL;
}

int main(void) {
  pthread_t threads[2 * PAIRS];
  for (intptr_t k = 0; k < 2 * PAIRS; k++)
    pthread_create(&threads[k], NULL, writer, (void *)k);
  for (int k = 0; k < 2 * PAIRS; k++)
    pthread_join(threads[k], NULL);
  return 0;
}
