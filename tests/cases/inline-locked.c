// must: an inline function, its twin in another file and one with the older rules of GNU are all there, once
// with: inline-other.c
// expect: holds
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int total;

inline void add(int x) { total += x; }
extern inline __attribute__((gnu_inline)) int twice(int x) { return 2 * x; }
int other(int (**add_there)(int));

static void *work(void *argument) {
  pthread_mutex_lock(&lock);
  add(twice(1));
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t t;
  int (*there)(int);
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_lock(&lock);
  add(other(&there));
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  assert(total == 5 && there == twice && there(2) == 4);
  return 0;
}
