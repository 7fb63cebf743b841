// expect: incomplete library_exit
// options: -n 3
// beside: library.c
// The library ends the process.
#include "beside/library.h"

static void *work(void *arg) {
  library_exit();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
}
