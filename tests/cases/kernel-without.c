// expect: holds
// What not every kernel has, this one has not: a program lives without it.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_int sum;

static void *thread(void *unused) {
  sum++;
  if (syscall(SYS_membarrier, 0, 0, 0) < 0 && errno == ENOSYS)
    atomic_thread_fence(memory_order_seq_cst);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, thread, NULL);
  assert(syscall(SYS_io_uring_setup, 8, NULL) == -1 && errno == ENOSYS);
  sum++;
  pthread_join(t, NULL);
  assert(sum == 2);
  return 0;
}
