// must: that a wait with a limit is moved is not followed, and said
// not: unfold contextual stateful
// expect: incomplete requeue
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static atomic_int go, other;
static void *timed(void *u) {
  struct timespec t = {1, 0};
  syscall(SYS_futex, &go, FUTEX_WAIT, 0, &t, 0, 0);
  return u;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, timed, 0);
  syscall(SYS_futex, &go, FUTEX_REQUEUE, 0, 1, &other, 0);
  pthread_join(a, 0);
  return 0;
}
