// expect: violated assertion
// A thread waits in one loop, by one read, and then tries in another one whose
// turns begin with something else; its read there is no later part of the
// first loop's turn, and has to be tried before the write, too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int ready, count;
static int limit = 5;

static void *writes(void *unused) {
  count = 1;
  return unused;
}

static void *reads(void *unused) {
  int most, now;
  while (ready != 1)
    ready = 1;
  do {
    most = limit;
    now = count;
  } while (now > most);
  assert(now == 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, writes, NULL);
  pthread_create(&b, NULL, reads, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
