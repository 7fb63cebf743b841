// expect: holds
// With X/Open's headers and no others `signal` is another function: its handler
// is there for one signal, and may set itself again.
#undef _DEFAULT_SOURCE
#undef _GNU_SOURCE
#define _XOPEN_SOURCE 600
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile sig_atomic_t got;

static void count(int number) {
  signal(number, count);
  got++;
}

static void *run(void *unused) {
  raise(SIGUSR1);
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, count);
  pthread_create(&t, NULL, run, NULL);
  pthread_join(t, NULL);
  run(NULL);
  assert(got == 2);
  return 0;
}
