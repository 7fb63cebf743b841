// must: an inline function of C99 that nobody else defines is called as if it were static
// expect: violated race
#include <assert.h>
#include <pthread.h>

static int total;

inline int twice(int x) { return 2 * x; }
inline void add(int x) { total += twice(x) / 2; }

static void *work(void *argument) {
  add(1);
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  add(1);
  pthread_join(t, NULL);
  assert(total <= 2);
  return 0;
}
