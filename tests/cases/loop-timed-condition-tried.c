// must: who tries for the mutex may find it held by a turn that was in vain
// expect: violated assertion
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static sem_t begun;
static int done;
static void *work(void *unused) {
  static const struct timespec until = {4000000000, 0};
  pthread_mutex_lock(&m);
  sem_post(&begun);
  while (!done)
    pthread_cond_timedwait(&c, &m, &until);
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  sem_wait(&begun);
  pthread_mutex_lock(&m); /* it waits */
  pthread_mutex_unlock(&m);
  int held = pthread_mutex_trylock(&m);
  if (held)
    pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  assert(!held);
  return 0;
}
