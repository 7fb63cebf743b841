// expect: holds
// An atomic struct of 16 bytes is read, exchanged and swapped as a whole, without
// -latomic too.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

struct pair {
  long a, b;
};

static _Atomic struct pair pair;
static _Atomic unsigned __int128 sum;

static void *writes(void *arg) {
  struct pair was = atomic_load(&pair), next;
  do {
    assert(was.a == was.b);
    next = (struct pair){was.a + 1, was.b + 1};
  } while (!atomic_compare_exchange_strong(&pair, &was, next));
  atomic_fetch_add(&sum, (unsigned __int128)1 << 64);
  return arg;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, writes, 0);
  pthread_create(&b, 0, writes, 0);
  struct pair seen = atomic_load(&pair);
  assert(seen.a == seen.b);
  pthread_join(a, 0);
  pthread_join(b, 0);
  seen = atomic_exchange(&pair, ((struct pair){7, 8}));
  assert(seen.a == 2 && seen.b == 2);
  assert(sum == (unsigned __int128)2 << 64);
}
