/* A bounded buffer whose consumer tests with `if`: between the signal and
 * the return of its wait another consumer takes the item.
 *
 * Literature: Lampson and Redell 1980 (a notify is a hint); Andrews 1991,
 * chapter 6.
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>

#include "busy.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t not_empty = PTHREAD_COND_INITIALIZER;
static int items;

static void put(void) {
  pthread_mutex_lock(&lock);
  items++;
  pthread_cond_signal(&not_empty);
  pthread_mutex_unlock(&lock);
}

static void *consumer(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    pthread_mutex_lock(&lock);
#ifdef FIXED
    while (items == 0)
#else
    if (items == 0)
#endif
      pthread_cond_wait(&not_empty, &lock);
    assert(items > 0);
    items--;
    pthread_mutex_unlock(&lock);
  }
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, consumer, NULL);
  pthread_create(&b, NULL, consumer, NULL);
  other_work();
  for (int i = 0; i < 2 * TIMES; i++)
    put();
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
