/* objects: the state of locks and the like, kept in the user's own objects
 * (so that static initialisers work and the reset restores it).  An owner is
 * 1 + the thread. */
#ifndef RT_OBJECTS_H
#define RT_OBJECTS_H

#include <pthread.h>
#include <semaphore.h>
#include <stdbool.h>
#include <stdint.h>

/* What the explorer knows of them (exec/event.h, op_bytes). */
_Static_assert(sizeof(pthread_mutex_t) == 40 &&
                   sizeof(pthread_rwlock_t) == 56 && sizeof(sem_t) == 32 &&
                   sizeof(pthread_cond_t) == 48 &&
                   sizeof(pthread_barrier_t) == 32,
               "as op_bytes has them");

/* pthread_mutex_t and mtx_t; the field for the kind is glibc's, because
 * static initialisers set it. */
enum { MUTEX_DESTROYED = 0x6865 };

static inline pthread_mutex_t *mutex_at(uint64_t object) {
  return (pthread_mutex_t *)object;
}

/* The size of a signal that is for one waiter, whom nobody chooses
 * (cancel.c). */
enum { SIGNAL_AIMED = 2 };

/* --- mutex.c --- */
/* The running thread has it, after a step (`step`) on it: 0, or what it is told
 * of a robust one; it gives it back, likewise; it ends. */
int rt_mutex_take(pthread_mutex_t *m, bool step);
void rt_mutex_give(pthread_mutex_t *m, bool step);
void rt_mutexes_leave(void);

/* pthread_spinlock_t is one int: its owner. */
struct rt_rwlock {
  uint32_t writer;  /* 1 + thread */
  uint32_t readers; /* how many hold it */
  uint32_t magic;
  uint32_t reserved;
  uint64_t holders; /* threads of the first word that hold it for reading */
};

/* pthread_cond_t: what is known of the waits since it was made. */
struct rt_cond {
  uint32_t magic;
  uint32_t limited; /* some ended, or may have, by themselves */
  uint64_t mutex;   /* of the latest, or 0 */
};

struct rt_semaphore {
  uint32_t value;
  uint32_t magic;
};

struct rt_barrier {
  uint32_t count;   /* threads of a round */
  uint32_t tickets; /* a name for them (barrier.c) */
  uint64_t seen;    /* threads of the first word that ever used it */
  uint32_t others;  /* how many others did */
  uint32_t waiting; /* threads parked */
  uint32_t unasked; /* somebody of this round does not ask who is serial */
};

enum { OBJECT_DESTROYED = 0x68656465 };

/* The owner is in the lower half (pthread_once keeps a flag above it).  Nobody
 * waits for a spin lock that is destroyed: using it is a misuse. */
static inline bool lock_is_free(uint64_t object) {
  uint32_t word = *(volatile uint32_t *)object;
  return (word & 0xffff) == 0 || word == OBJECT_DESTROYED;
}
static inline bool rwlock_readable(uint64_t object) {
  return ((struct rt_rwlock *)object)->writer == 0;
}
static inline bool rwlock_writable(uint64_t object) {
  struct rt_rwlock *l = (struct rt_rwlock *)object;
  return l->writer == 0 && l->readers == 0;
}
/* As events show it: readers, and writers << 32. */
static inline uint64_t rwlock_state(uint64_t object) {
  struct rt_rwlock *l = (struct rt_rwlock *)object;
  return l->readers | (uint64_t)(l->writer != 0) << 32;
}
static inline uint32_t semaphore_value(uint64_t object) {
  return ((struct rt_semaphore *)object)->value;
}

#endif
