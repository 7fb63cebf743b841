#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int balance;

static void *deposit(void *unused) {
  int mine = balance;
  balance = mine + 10;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, deposit, 0);
  pthread_create(&b, 0, deposit, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(balance == 20);
}
