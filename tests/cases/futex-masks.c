// must: a wake-up with a mask is for those whose mask meets it
// not: unfold contextual stateful
// expect: holds
#include <assert.h>
#include <errno.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>
static atomic_int go;
static atomic_int done;
static void *reader(void *u) {
  while (!go)
    syscall(SYS_futex, &go, FUTEX_WAIT_BITSET, 0, 0, 0, 1);
  done = 1;
  return u;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, reader, 0);
  assert(syscall(SYS_futex, &go, FUTEX_WAKE_BITSET, 9, 0, 0, 2) == 0);
  assert(syscall(SYS_futex, &go, FUTEX_WAKE_BITSET, 9, 0, 0, 0) == -1 &&
         errno == EINVAL);
  go = 1;
  assert(syscall(SYS_futex, &go, FUTEX_WAKE_BITSET, 9, 0, 0, 3) <= 1);
  pthread_join(a, 0);
  assert(done);
  return 0;
}
