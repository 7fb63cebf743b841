// must: no failure: a wake-up that finds its thread awake goes to the other
// not: unfold contextual stateful
// expect: holds
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int tickets;
static void *taker(void *u) {
  for (;;) {
    int n = tickets;
    if (n && atomic_compare_exchange_strong(&tickets, &n, n - 1)) return u;
    if (!n) syscall(SYS_futex, &tickets, FUTEX_WAIT, 0, 0, 0, 0);
  }
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, taker, 0);
  pthread_create(&b, 0, taker, 0);
  for (int i = 0; i < 2; i++) {
    tickets++;
    syscall(SYS_futex, &tickets, FUTEX_WAKE, 1, 0, 0, 0);
  }
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
