/* Keeps something in the kernel, where the reset does not reach: a second run
 * in the same process would make more steps. */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>

static _Atomic int x;

static void *remember(void *unused) {
  x = 1;
  if (umask(0123) == 0123) {
    x = 2;
    x = 3;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, remember, NULL);
  x = 4;
  pthread_join(t, NULL);
  return 0;
}
