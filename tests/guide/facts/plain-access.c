/* expect: 1 data race */
/* A plain access is a step, and two that nothing orders are a data race. */
#include <pthread.h>

static int x;

static void *add(void *unused) {
  x++;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, add, NULL);
  x++;
  pthread_join(a, NULL);
  return 0;
}
