/* Deep inside calls, and the C library in between.
 * names: worker spins at line 8 */
#include <pthread.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  volatile int n = *(const int *)a - *(const int *)b;
  for (;;) n++;
  return n;
}

static void *worker(void *unused) {
  int numbers[3] = {3, 1, 2};
  qsort(numbers, 3, sizeof *numbers, compare);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
