// expect: incomplete heap
// What does not fit into our heap is our limit; that malloc succeeds is assumed.
#include <pthread.h>
#include <stdlib.h>

static void *work(void *arg) {
  char *p = malloc((size_t)3 << 30);
  p[7] = 1;
  free(p);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
}
