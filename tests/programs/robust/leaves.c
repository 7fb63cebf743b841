/* A thread that is not main leaves the process, with 3 when main was first. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static _Atomic int x;

static void *leave(void *unused) {
  exit(x ? 3 : 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, leave, NULL);
  x = 1;
  pthread_join(t, NULL);
  return 0;
}
