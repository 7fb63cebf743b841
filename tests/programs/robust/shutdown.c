/* A destructor reads what a thread that nobody waits for still writes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int busy;

__attribute__((destructor)) static void end(void) { assert(!busy); }

static void *run(void *unused) {
  busy = 1;
  busy = 0;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_detach(t);
  return 0;
}
