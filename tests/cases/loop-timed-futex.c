// must: a futex that is waited for with a limit, again and again, is waiting
// expect: holds
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>
static atomic_int flag;
static void *work(void *unused) {
  flag = 1;
  syscall(SYS_futex, &flag, FUTEX_WAKE, 1, NULL, NULL, 0);
  return unused;
}
int main(void) {
  static const struct timespec in = {1, 0};
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  while (!flag)
    syscall(SYS_futex, &flag, FUTEX_WAIT, 0, &in, NULL, 0);
  pthread_join(t, NULL);
  return 0;
}
