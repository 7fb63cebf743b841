// must: waits for a condition with a limit that are made again and again are waiting
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int done, inside;
static void *work(void *unused) {
  pthread_mutex_lock(&m);
  assert(!inside++);
  inside--;
  done = 1;
  pthread_mutex_unlock(&m); /* and tells nobody: a limit is enough */
  return unused;
}
int main(void) {
  static const struct timespec until = {4000000000, 0};
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_mutex_lock(&m);
  while (!done)
    pthread_cond_timedwait(&c, &m, &until);
  assert(!inside++);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}
