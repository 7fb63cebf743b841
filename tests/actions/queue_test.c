/* A project's test of its queue, for the example of doc/ci.md. */
#include <assert.h>
#include <pthread.h>

#define FIXED 1
enum { ROUNDS = 1, ROOM = 64 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int items[ROOM], length, seen;

static void count(void) {
  seen++;
}

static void put(int item) {
#if FIXED
  pthread_mutex_lock(&lock);
#endif
  items[length] = item;
  length++;
#if FIXED
  pthread_mutex_unlock(&lock);
#endif
}

static void *producer(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    count();
    put(i);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, producer, NULL);
  pthread_create(&b, NULL, producer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(length == 2 * ROUNDS);
  return 0;
}
