// must: one that was moved and whom nobody wakes sleeps for ever; a value that changed moves nobody
// not: unfold contextual stateful
// expect: violated deadlock
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int go, lock;
static void *waiter(void *u) {
  while (!go)
    syscall(SYS_futex, &go, FUTEX_WAIT, 0, 0, 0, 0);
  return u;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, waiter, 0);
  pthread_create(&b, 0, waiter, 0);
  long n = syscall(SYS_futex, &go, FUTEX_CMP_REQUEUE, 1, 1000, &lock, 7);
  assert(n == -1 && errno == EAGAIN);
  go = 1;
  syscall(SYS_futex, &go, FUTEX_CMP_REQUEUE, 1, 1000, &lock, 1);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
