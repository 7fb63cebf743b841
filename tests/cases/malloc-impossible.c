// expect: holds
// So much no machine has.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

static void *work(void *arg) {
  volatile size_t most = SIZE_MAX;
  assert(!malloc(most - 8) && errno == ENOMEM);
  assert(!calloc(most / 2, 4));
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
}
