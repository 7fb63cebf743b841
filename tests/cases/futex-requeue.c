// must: whoever was moved to another futex is woken there, and everybody is
// not: unfold contextual stateful
// expect: holds
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int go, lock;
static void *waiter(void *u) {
  while (!go)
    syscall(SYS_futex, &go, FUTEX_WAIT, 0, 0, 0, 0);
  syscall(SYS_futex, &lock, FUTEX_WAKE, 1, 0, 0, 0); // the next
  return u;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, waiter, 0);
  go = 1;
  long n = syscall(SYS_futex, &go, FUTEX_CMP_REQUEUE, 1, 1000, &lock, 1);
  assert(n >= 0 && n <= 2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
