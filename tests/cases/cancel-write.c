// must: a call on a file is a point where a thread ends, with the lock that it holds
// only: optimal dpor contextual auto random
// expect: violated deadlock
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *say(void *unused) {
  pthread_mutex_lock(&m);
  if (write(STDOUT_FILENO, "x", 1) != 1)
    return unused;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, say, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
  pthread_mutex_lock(&m);
  return 0;
}
