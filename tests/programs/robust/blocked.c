/* Reads what nobody will ever write when main is second. */
#include <pthread.h>
#include <stdatomic.h>
#include <sys/inotify.h>
#include <unistd.h>

static _Atomic int x;

static void *set(void *unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  char byte;
  pthread_create(&t, NULL, set, NULL);
  if (x)
    return (int)read(inotify_init(), &byte, 1);
  pthread_join(t, NULL);
  return 0;
}
