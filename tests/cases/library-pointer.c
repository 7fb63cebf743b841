// expect: incomplete a call through a pointer
// beside: library.c
// A function of the library that is called through a pointer.
#include "beside/library.h"

static void *work(void *arg) {
  library_half(4);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
}
