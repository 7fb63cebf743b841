// expect: incomplete library_crash
// beside: library.c
// Whose fault it is nobody knows.
#include "beside/library.h"

static void *work(void *arg) {
  library_crash();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
}
