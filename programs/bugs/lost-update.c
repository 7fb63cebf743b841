/* Lost update: a deposit reads the balance in one critical section and writes
 * it back in another, so that one of two deposits vanishes, though nothing
 * is a data race.
 *
 * Literature: Gray, Lorie, Putzolu and Traiger 1976 (degrees of consistency);
 * Artho, Havelund and Biere 2003 (high-level data races).
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>

#include "busy.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance;

static void *deposit(void *unused) {
  other_work();
  pthread_mutex_lock(&lock);
  int mine = balance;
#ifndef FIXED
  pthread_mutex_unlock(&lock);
  other_work();
  pthread_mutex_lock(&lock);
#endif
  balance = mine + 10;
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, deposit, NULL);
  pthread_create(&b, NULL, deposit, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(balance == 20);
  return 0;
}
