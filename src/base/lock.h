/* lock: a mutex for sections of a few instructions.  Who finds it taken
 * spins for a while before sleeping: being woken costs far more than the
 * section takes. */
#ifndef BASE_LOCK_H
#define BASE_LOCK_H

#include <pthread.h>

static inline void lock_open(pthread_mutex_t *lock) {
  pthread_mutexattr_t kind;
  pthread_mutexattr_init(&kind);
#ifdef __GLIBC__
  pthread_mutexattr_settype(&kind, PTHREAD_MUTEX_ADAPTIVE_NP);
#endif
  pthread_mutex_init(lock, &kind);
  pthread_mutexattr_destroy(&kind);
}

#endif
