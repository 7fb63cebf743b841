/* An input is sent to another thread, through a queue with a lock. */
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>
enum { ROOM = 2 };
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int queue[ROOM], count;
static void put(int x) {
  pthread_mutex_lock(&lock);
  queue[count++] = x;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&lock);
}
static int get(void) {
  pthread_mutex_lock(&lock);
  while (!count)
    pthread_cond_wait(&filled, &lock);
  int x = queue[--count];
  pthread_mutex_unlock(&lock);
  return x;
}
static void *worker(void *unused) {
  int x = get(), y = get();
#ifdef FIXED
  assert(x - y != 12 || x > y);
#else
  assert(x - y != 12);
#endif
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  put((int)heddle_input("first", 0, 100000));
  put((int)heddle_input("second", 0, 10));
  pthread_join(t, NULL);
  return 0;
}
