// Who waits for the second futex is woken only where the comparison holds: here
// it never does, and who sleeps there already sleeps on.
// not: unfold contextual stateful
// expect: violated deadlock
#define _GNU_SOURCE
#include <assert.h>
#include <linux/futex.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

static atomic_uint event, lock = 2; /* taken, and somebody waits for it */
static int data;

static long futex(atomic_uint *at, int does, unsigned value, long other,
                  atomic_uint *to, unsigned with) {
  return syscall(SYS_futex, at, does, value, other, to, with);
}

static void *waits(void *unused) {
  while (!atomic_load(&event))
    futex(&event, FUTEX_WAIT_PRIVATE, 0, 0, NULL, 0);
  assert(data == 1);
  return unused;
}

static void *locks(void *unused) {
  while (atomic_exchange(&lock, 2))
    futex(&lock, FUTEX_WAIT_PRIVATE, 2, 0, NULL, 0);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, waits, NULL);
  pthread_create(&b, NULL, locks, NULL);
  data = 1;
  atomic_store(&event, 1);
  futex(&event, FUTEX_WAKE_OP_PRIVATE, 1, 1, &lock,
        FUTEX_OP(FUTEX_OP_SET, 0, FUTEX_OP_CMP_GT, 2));
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(lock == 2);
  return 0;
}
