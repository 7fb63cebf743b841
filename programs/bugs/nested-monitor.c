/* Nested monitors: who waits in the inner one gives back the inner lock but
 * keeps the outer, through which the one that would wake it must come.
 *
 * Literature: Lister 1977 ("The problem of nested monitor calls"); Haddon
 * 1977.
 * Least preemptions: 0. */
#include <pthread.h>

#include "busy.h"

static pthread_mutex_t outer = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t inner = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t filled = PTHREAD_COND_INITIALIZER;
static int full;

static void inner_take(void) {
  pthread_mutex_lock(&inner);
  while (!full)
    pthread_cond_wait(&filled, &inner);
  full = 0;
  pthread_mutex_unlock(&inner);
}

static void inner_put(void) {
  pthread_mutex_lock(&inner);
  full = 1;
  pthread_cond_signal(&filled);
  pthread_mutex_unlock(&inner);
}

static void *taker(void *unused) {
  other_work();
  pthread_mutex_lock(&outer);
#ifdef FIXED
  pthread_mutex_unlock(&outer);
  inner_take();
#else
  inner_take();
  pthread_mutex_unlock(&outer);
#endif
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, taker, NULL);
  other_work();
  pthread_mutex_lock(&outer);
  inner_put();
  pthread_mutex_unlock(&outer);
  pthread_join(a, NULL);
  return 0;
}
