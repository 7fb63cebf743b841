// expect: violated assertion
// The sibling of gettid.c: a lock that whoever has it may take again, by the
// thread's number, and that is left by who comes second.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int owner, inside;

static void *thread(void *unused) {
  int nobody = 0, self = gettid();
  if (owner != self && !atomic_compare_exchange_strong(&owner, &nobody, self))
    return unused;
  assert(!inside++);
  owner = 0; /* too early */
  inside--;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, NULL);
  pthread_create(&b, NULL, thread, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
