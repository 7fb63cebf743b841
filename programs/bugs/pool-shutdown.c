/* A thread pool that hangs at its end: `stop` is set and told without the lock,
 * between a worker's look and its wait.
 *
 * Literature: Butenhof 1997, section 3.3.1 (change the condition under its
 * mutex); Farchi, Nir and Ur 2003 (lost notify).
 * Least preemptions: 2. */
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t work = PTHREAD_COND_INITIALIZER;
static int jobs, done;
static _Atomic int stop;

static void *worker(void *unused) {
  other_work();
  pthread_mutex_lock(&lock);
  for (;;) {
    while (!jobs && !stop)
      pthread_cond_wait(&work, &lock);
    if (!jobs)
      break;
    jobs--;
    done++;
  }
  pthread_mutex_unlock(&lock);
  return unused;
}

static void submit(void) {
  pthread_mutex_lock(&lock);
  jobs++;
  pthread_cond_signal(&work);
  pthread_mutex_unlock(&lock);
}

static void shut_down(void) {
#ifdef FIXED
  pthread_mutex_lock(&lock);
#endif
  stop = 1;
  pthread_cond_broadcast(&work);
#ifdef FIXED
  pthread_mutex_unlock(&lock);
#endif
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  other_work();
  for (int i = 0; i < TIMES; i++)
    submit();
  shut_down();
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return done != TIMES;
}
