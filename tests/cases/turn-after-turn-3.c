// expect: violated assertion
// As turn-after-turn.c, but that the second loop tries for a lock first, and
// the first one waits by two reads.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int here, there, count;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *writes(void *unused) {
  count = 1;
  return unused;
}

static void *reads(void *unused) {
  int now = 0;
  while (here || there) {
  }
  do {
    for (int i = 0; i < 2; i++)
      if (!pthread_mutex_trylock(&lock))
        pthread_mutex_unlock(&lock);
    now = count;
  } while (now > 5);
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
