// A handler breaks into another thread between any two of its steps, before
// the first and after the last.
// expect: violated assertion
// options: --no-races
#include <assert.h>
#include <pthread.h>
#include <signal.h>

static volatile int x, seen[4];

static void handler(int number) {
  (void)number;
  seen[x] = 1;
}

static void *thread(void *unused) {
  x = 1;
  x = 2;
  x = 3;
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handler);
  pthread_create(&t, NULL, thread, NULL);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, NULL);
  assert(!seen[0]);
  assert(!seen[1]);
  assert(!seen[2]);
  assert(!seen[3]);
  return 0;
}
