/* Waits once, without a loop: right only if nobody wakes up by himself. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t arrived = PTHREAD_COND_INITIALIZER;
static int there;

static void *waiter(void *unused) {
  pthread_mutex_lock(&lock);
  if (!there)
    pthread_cond_wait(&arrived, &lock);
  assert(there);
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_mutex_lock(&lock);
  there = 1;
  pthread_cond_signal(&arrived);
  pthread_mutex_unlock(&lock);
  pthread_join(t, NULL);
  return 0;
}
