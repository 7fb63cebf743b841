/* Two threads look at a balance and then take from it: the second overdraws.
 * The last event before the assertion fails is the one that takes. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int balance = 10;

static void take(int amount) {
  int left = atomic_fetch_sub(&balance, amount) - amount;
  assert(left >= 0);
}

static void *customer(void *unused) {
  int wish = 10;
  if (balance >= wish)
    take(wish);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, customer, NULL);
  pthread_create(&b, NULL, customer, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
