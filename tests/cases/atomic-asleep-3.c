// expect: violated assertion deadlock
// What sleeps at an atomic block that was not run yet may have nothing to do
// with it: the lock is tried after the block, too, and gets what it left.
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;
static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int seen = -1;

static void *adds(void *unused) {
  heddle_atomic_begin();
  x += 2;
  heddle_atomic_end();
  x += 1;
  return unused;
}

static void *tries(void *unused) {
  if (pthread_rwlock_tryrdlock(&lock) == 0) {
    seen = x;
    if (x == 1)
      pthread_exit(NULL);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, tries, NULL);
  pthread_create(&b, NULL, adds, NULL);
  pthread_rwlock_wrlock(&lock);
  x = 1;
  pthread_rwlock_unlock(&lock);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(seen != 2);
  return 0;
}
