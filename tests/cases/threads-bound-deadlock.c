// must: the same with two locks in both orders; that main cannot go on is no deadlock, this is one
// options: --threads 3
// not: unfold contextual
// expect: violated deadlock
#include <pthread.h>
static pthread_mutex_t locks[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void *work(void *first) {
  pthread_mutex_lock(&locks[(long)first]);
  pthread_mutex_lock(&locks[!first]);
  pthread_mutex_unlock(&locks[!first]);
  pthread_mutex_unlock(&locks[(long)first]);
  return NULL;
}
int main(void) {
  for (long i = 0;; i = !i) {
    pthread_t t;
    pthread_create(&t, NULL, work, (void *)i);
  }
}
