/* Reads from a pipe that nobody writes to when main is second. */
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static _Atomic int x;

static void *set(void *unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  int ends[2];
  char byte;
  pthread_create(&t, NULL, set, NULL);
  if (x && !pipe(ends))
    return (int)read(ends[0], &byte, 1);
  pthread_join(t, NULL);
  return 0;
}
