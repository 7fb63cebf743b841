/* Which of two waiters a signal wakes is a choice: both outcomes exist, and
 * `main` sees which.  Fails when the signal wakes the second. */
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static int waiting, woken;

static void *waiter(void *argument) {
  pthread_mutex_lock(&lock);
  waiting++;
  pthread_cond_wait(&condition, &lock);
  if (!woken)
    woken = argument ? 1 : 2;
  pthread_mutex_unlock(&lock);
  return argument;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waiter, &lock);
  pthread_create(&b, NULL, waiter, NULL);
  pthread_mutex_lock(&lock);
  int both = waiting == 2;
  pthread_mutex_unlock(&lock);
  if (!both)
    return 0;
  pthread_mutex_lock(&lock);
  pthread_cond_signal(&condition);
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
  assert(woken != 2);
  pthread_mutex_unlock(&lock);
  return 0;
}
