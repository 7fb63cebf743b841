// must: attempts with a limit in time that are made again and again are waiting
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static sem_t s;
static int count;
static void *work(void *unused) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  pthread_rwlock_wrlock(&l);
  count++;
  pthread_rwlock_unlock(&l);
  sem_post(&s);
  return unused;
}
int main(void) {
  static const struct timespec until = {4000000000, 0};
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, NULL, work, NULL);
  while (pthread_mutex_timedlock(&m, &until))
    ;
  pthread_mutex_unlock(&m);
  while (pthread_rwlock_timedrdlock(&l, &until))
    ;
  pthread_rwlock_unlock(&l);
  for (;;) {
    struct timespec once = {5000000000, 0};
    if (!sem_timedwait(&s, &once))
      break;
  }
  assert(count == 2);
  pthread_join(t, NULL);
  return 0;
}
