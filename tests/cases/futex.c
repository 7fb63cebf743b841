// must: no failure, every schedule covered
// not: unfold contextual stateful
// expect: holds
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int go;
static void *waiter(void *u) {
  while (!go) syscall(SYS_futex, &go, FUTEX_WAIT, 0, 0, 0, 0);
  return u;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, waiter, 0);
  go = 1;
  syscall(SYS_futex, &go, FUTEX_WAKE, 1, 0, 0, 0);
  pthread_join(a, 0);
  return 0;
}
