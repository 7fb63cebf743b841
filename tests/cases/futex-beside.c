// not: unfold contextual stateful
// expect: holds
// What stands beside a futex is none of it: only one thread touches `other`.
#include <linux/futex.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>
static struct {
  int32_t futex, other;
} s;
static void *waiter(void *u) {
  while (!__atomic_load_n(&s.futex, __ATOMIC_SEQ_CST))
    syscall(SYS_futex, &s.futex, FUTEX_WAIT, 0, NULL, NULL, 0);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  s.other = 1;
  __atomic_store_n(&s.futex, 1, __ATOMIC_SEQ_CST);
  syscall(SYS_futex, &s.futex, FUTEX_WAKE, 1, NULL, NULL, 0);
  pthread_join(t, NULL);
  return 0;
}
