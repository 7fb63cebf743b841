/* The condition is looked at outside of the lock: between the look and the
 * wait the signal passes by, and nobody sends another.
 *
 * Literature: Farchi, Nir and Ur 2003 (concurrent bug patterns: the lost
 * notify); Butenhof 1997, section 3.3.
 * Least preemptions: 1. */
#include <pthread.h>
#include <stdatomic.h>

#include "busy.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static _Atomic int ready;

static void *waiter(void *unused) {
  other_work();
#ifdef FIXED
  pthread_mutex_lock(&lock);
  while (!ready)
    pthread_cond_wait(&changed, &lock);
  pthread_mutex_unlock(&lock);
#else
  while (!ready) {
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&changed, &lock);
    pthread_mutex_unlock(&lock);
  }
#endif
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, waiter, NULL);
  other_work();
  pthread_mutex_lock(&lock);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  return 0;
}
