// must: deadlock, where the waiter sleeps before the store: nobody wakes it
// not: unfold contextual
// expect: violated deadlock
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
  pthread_t t;
  pthread_create(&t, 0, waiter, 0);
  go = 1;
  pthread_join(t, 0);
  return 0;
}
