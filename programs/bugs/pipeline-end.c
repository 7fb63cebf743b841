/* The end of a stream is told once, by a signal, and two consumers wait for it:
 * one never hears of it.
 *
 * Literature: Lampson and Redell 1980 (notify and broadcast); Taylor, Levine
 * and Kelly 1992 (end-of-stream in pipelines).
 * Least preemptions: 0. */
#include <pthread.h>
#include <stdbool.h>

#include "busy.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int items;
static bool ended;

static void *stage(void *unused) {
  other_work();
  pthread_mutex_lock(&lock);
  while (!items && !ended)
    pthread_cond_wait(&changed, &lock);
  if (items)
    items--;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, stage, NULL);
  pthread_create(&b, NULL, stage, NULL);
  other_work();
  pthread_mutex_lock(&lock);
  ended = true;
#ifdef FIXED
  pthread_cond_broadcast(&changed);
#else
  pthread_cond_signal(&changed);
#endif
  pthread_mutex_unlock(&lock);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
