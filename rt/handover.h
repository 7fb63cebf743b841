/* handover: waiting for a counter of the shared memory, and raising it.
 *
 * Whoever waits gives the CPU away a few times before it sleeps, and nobody
 * wakes one who does not sleep.  On one CPU a small batch then costs two
 * switches and no wake-up; on two, a few microseconds of waiting. */
#ifndef RT_HANDOVER_H
#define RT_HANDOVER_H

#include <linux/futex.h>
#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { HANDOVER_YIELDS = 40 };

/* Returns when *word is not `seen` any more, or after the time given (NULL:
 * never), or for no reason. */
static inline void handover_wait(uint32_t *word, uint32_t *sleeper,
                                 uint32_t seen,
                                 const struct timespec *timeout) {
  for (int i = 0; i < HANDOVER_YIELDS; i++) {
    if (__atomic_load_n(word, __ATOMIC_ACQUIRE) != seen)
      return;
    sched_yield();
  }
  __atomic_store_n(sleeper, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(word, __ATOMIC_SEQ_CST) == seen)
    syscall(SYS_futex, word, FUTEX_WAIT, seen, timeout, NULL, 0);
  __atomic_store_n(sleeper, 0, __ATOMIC_SEQ_CST);
}

static inline void handover_raise(uint32_t *word, uint32_t *sleeper,
                                  uint32_t value) {
  __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(sleeper, __ATOMIC_SEQ_CST))
    syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

#endif
