/* expect: 1 data race */
/* But a function of the program that a library calls back is. */
#include <pthread.h>
#include <stdlib.h>

static int calls;

static int compare(const void *a, const void *b) {
  calls++;
  return *(const int *)a - *(const int *)b;
}

static void *sorter(void *unused) {
  int numbers[3] = {3, 1, 2};
  qsort(numbers, 3, sizeof *numbers, compare);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, sorter, NULL);
  sorter(NULL);
  pthread_join(a, NULL);
  return 0;
}
