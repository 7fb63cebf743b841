// expect: incomplete library_add
// beside: library.c
// The update is lost, but in code that was not instrumented.
#include "beside/library.h"

static void *work(void *arg) {
  library_add(1);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
}
