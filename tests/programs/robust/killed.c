/* Kills itself when main was first. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <unistd.h>

static _Atomic int x;

static void *die(void *unused) {
  if (x)
    kill(getpid(), SIGKILL);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, die, NULL);
  x = 1;
  pthread_join(t, NULL);
  return 0;
}
