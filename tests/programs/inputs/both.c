/* Needs a certain input and a certain schedule: a limit that is passed only
 * when both look before either adds, and only from one balance. */
#include <assert.h>
#include <heddle/rt.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int balance;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *deposit(void *amount) {
  int n = *(int *)amount;
#ifdef FIXED
  pthread_mutex_lock(&lock);
#endif
  if (balance + n <= 10000)
    balance += n;
#ifdef FIXED
  pthread_mutex_unlock(&lock);
#endif
  return NULL;
}
int main(void) {
  pthread_t a, b;
  int one = (int)heddle_input("one", 1, 9000), two = 1000;
  balance = (int)heddle_input("start", 0, 8765);
  heddle_assume(one + balance > 9999);
  pthread_create(&a, NULL, deposit, &one);
  pthread_create(&b, NULL, deposit, &two);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  (void)lock;
  assert(balance <= 10000);
  return 0;
}
