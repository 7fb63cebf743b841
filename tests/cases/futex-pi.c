// Futexes that inherit priorities are not modelled, and named.
// expect: incomplete FUTEX_LOCK_PI
#define _GNU_SOURCE
#include <linux/futex.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static unsigned word;

static void *locks(void *unused) {
  syscall(SYS_futex, &word, FUTEX_LOCK_PI, 0, NULL, NULL, 0);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, locks, NULL);
  pthread_join(a, NULL);
  return 0;
}
