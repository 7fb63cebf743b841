/* handover: waiting for a counter of the shared memory, and raising it.
 *
 * Whoever waits gives the CPU away a few times before it sleeps, and nobody
 * wakes one who does not sleep.  Where both sides have one CPU to themselves
 * a small batch then costs two switches and no wake-up.  But where others want
 * that CPU, too, each time it is given away they keep it for milliseconds:
 * there one sleeps at once, and is woken.  The explorer knows which it is
 * (exec/pair.h); `yields` says so to both. */
#ifndef RT_HANDOVER_H
#define RT_HANDOVER_H

#include <linux/futex.h>
#include <sched.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "base/sound.h"

/* Returns when *word is not `seen` any more, or after the time given (NULL:
 * never), or for no reason. */
static inline void handover_wait(uint32_t *word, uint32_t *sleeper,
                                 uint32_t seen, uint32_t yields,
                                 const struct timespec *timeout) {
  for (uint32_t i = 0; i < yields; i++) {
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
  EXPECTS(word && sleeper);
  __atomic_store_n(word, value, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(sleeper, __ATOMIC_SEQ_CST))
    syscall(SYS_futex, word, FUTEX_WAKE, 1, NULL, NULL, 0);
}

#endif
