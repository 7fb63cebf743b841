/* A withdrawal checks the balance and takes the money in two critical
 * sections; the account gives up when it is overdrawn. */
#include <pthread.h>
#include <stdlib.h>

#include "busy.h"

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance = 100;

static void *withdraw(void *unused) {
  other_work();
  pthread_mutex_lock(&lock);
  int enough = balance >= 100;
#ifndef FIXED
  pthread_mutex_unlock(&lock);
  other_work();
  pthread_mutex_lock(&lock);
#endif
  if (enough)
    balance -= 100;
  if (balance < 0)
    abort();
  pthread_mutex_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, withdraw, NULL);
  pthread_create(&b, NULL, withdraw, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
