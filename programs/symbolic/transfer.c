/* Two threads move what inputs say; one of them looks, and takes later.
 * finds: assertion */
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance, amount[2];

static void *take(void *which) {
  int n = *(int *)which;
  pthread_mutex_lock(&lock);
  int enough = balance >= n;
#ifndef FIXED
  pthread_mutex_unlock(&lock);
  pthread_mutex_lock(&lock);
#endif
  if (enough)
    balance -= n;
  pthread_mutex_unlock(&lock);
  return NULL;
}

int main(void) {
  pthread_t t[2];
  balance = (int)heddle_input("balance", 0, 100000);
  for (int i = 0; i < 2; i++)
    amount[i] = (int)heddle_input("amount", 1, 100000);
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, take, &amount[i]);
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  assert(balance >= 0);
  return 0;
}
