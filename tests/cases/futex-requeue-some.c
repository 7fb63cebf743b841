// must: which of two is moved, and which stays, is tried both ways
// not: unfold contextual stateful
// expect: violated assertion
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int go, other, ready, first;
static void *waiter(void *number) {
  ready++;
  syscall(SYS_futex, &go, FUTEX_WAIT, 0, 0, 0, 0);
  int nobody = 0;
  atomic_compare_exchange_strong(&first, &nobody, (int)(long)number);
  return number;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, (void *)1);
  pthread_create(&b, 0, waiter, (void *)2);
  while (ready < 2)
    ;
  if (syscall(SYS_futex, &go, FUTEX_REQUEUE, 0, 1, &other, 0) == 1 &&
      syscall(SYS_futex, &other, FUTEX_WAKE, 1, 0, 0, 0) == 1) {
    while (!first)
      ;
    assert(first == 1); // it may be the other
  }
  go = 1;
  syscall(SYS_futex, &go, FUTEX_WAKE, 2, 0, 0, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
