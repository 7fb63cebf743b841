// expect: violated assertion deadlock
// As atomic-asleep-3.c, with a mutex that is kept, and what is left looked at
// twice.
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int seen = -1;

static void *adds(void *unused) {
  heddle_atomic_begin();
  x += 2;
  heddle_atomic_end();
  x += 1;
  return unused;
}

static void *tries(void *unused) {
  if (pthread_mutex_trylock(&lock) == 0) {
    int first = x, second = x;
    seen = first == second ? first : 0;
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, tries, NULL);
  pthread_create(&b, NULL, adds, NULL);
  pthread_mutex_lock(&lock);
  x = 1;
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(seen != 2);
  return 0;
}
