/* Four pairs of threads; the two of a pair write one variable, and then each
 * branches once on an input of its own (Kähkönen 2015, Table 8.1).  With
 * `heddle test --symbolic`: 2^4 orders, 2^8 ways. */
#include <heddle/rt.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

enum { PAIRS = 4 };

static _Atomic int pair[PAIRS];

static int classify(long long input) {
  if (input > 1000)
    return 1;
  return 2;
}

static void *writer(void *argument) {
  intptr_t me = (intptr_t)argument;
  pair[me / 2] = (int)me;
  return (void *)(intptr_t)classify(heddle_input("own", -1000000, 1000000));
}

int main(void) {
  pthread_t threads[2 * PAIRS];
  for (intptr_t k = 0; k < 2 * PAIRS; k++)
    pthread_create(&threads[k], NULL, writer, (void *)k);
  for (int k = 0; k < 2 * PAIRS; k++)
    pthread_join(threads[k], NULL);
  return 0;
}
