/* Allocates until nothing is left, and copes. */
#include <pthread.h>
#include <stdlib.h>

static void *grab(void *unused) {
  int blocks = 0;
  while (malloc(64 << 20))
    blocks++;
  return blocks ? unused : NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, grab, NULL);
  pthread_join(t, NULL);
  return 0;
}
