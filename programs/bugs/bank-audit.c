/* A transfer locks each account for itself, and an audit that comes between
 * finds money missing.  The twin locks hand over hand.
 *
 * Literature: Gray, Lorie, Putzolu and Traiger 1976 (inconsistent reads);
 * Flanagan and Freund 2004 (Atomizer: bank accounts).
 * Least preemptions: 1. */
#include <assert.h>
#include <pthread.h>

#include "busy.h"

struct account {
  pthread_mutex_t lock;
  int balance;
};

static struct account first = {PTHREAD_MUTEX_INITIALIZER, 100};
static struct account second = {PTHREAD_MUTEX_INITIALIZER, 100};

static void *transfer(void *unused) {
  for (int i = 0; i < TIMES; i++) {
    other_work();
    pthread_mutex_lock(&first.lock);
    first.balance -= 30;
#ifdef FIXED
    pthread_mutex_lock(&second.lock);
    pthread_mutex_unlock(&first.lock);
#else
    pthread_mutex_unlock(&first.lock);
    pthread_mutex_lock(&second.lock);
#endif
    second.balance += 30;
    pthread_mutex_unlock(&second.lock);
  }
  return unused;
}

static int audit(void) {
  pthread_mutex_lock(&first.lock);
  pthread_mutex_lock(&second.lock);
  int sum = first.balance + second.balance;
  pthread_mutex_unlock(&second.lock);
  pthread_mutex_unlock(&first.lock);
  return sum;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, transfer, NULL);
  for (int i = 0; i < TIMES; i++) {
    other_work();
    int sum = audit();
    assert(sum == 200);
  }
  pthread_join(a, NULL);
  return 0;
}
