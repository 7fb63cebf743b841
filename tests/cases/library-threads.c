// expect: incomplete pthread_create
// beside: library.c
// A thread of the library's own would run beside those that are tested.
#include "beside/library.h"

static void *work(void *arg) {
  library_threads();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
}
