/* expect: 1 assertion failed */
/* A timed wait may time out whatever its deadline is. */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready;

static void *set(void *unused) {
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a;
  struct timespec until;
  clock_gettime(CLOCK_REALTIME, &until);
  until.tv_sec += 3600;
  pthread_create(&a, NULL, set, NULL);
  pthread_mutex_lock(&lock);
  int error = 0;
  while (!ready && !error)
    error = pthread_cond_timedwait(&changed, &lock, &until);
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  assert(error != ETIMEDOUT);
  return 0;
}
