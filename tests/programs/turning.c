/* Runs small thread programs whose loops wait, given as arguments, one number
 * for each thread: eight bits an operation (turning.h), the first in the
 * lowest, the code above the object.  What a thread was told it writes, at
 * its end, where the test finds it: the only accesses of eight bytes. */
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "turning.h"

static _Atomic int x[2], flag[2];
static pthread_mutex_t mutex[2] = {PTHREAD_MUTEX_INITIALIZER,
                                   PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t rwlock[2] = {PTHREAD_RWLOCK_INITIALIZER,
                                     PTHREAD_RWLOCK_INITIALIZER};
static sem_t token[2], gate[2];
static _Atomic uint64_t told[TURNING_THREADS];

static unsigned wait_for_value(unsigned code, unsigned k) {
  int value;
  switch (code) {
  case TURN_IS_ONE:
    while (x[k] != 1)
      ;
    break;
  case TURN_IS_TWO:
    while (x[k] != 2)
      ;
    break;
  case TURN_SET:
    while (!(value = x[k]))
      ;
    return value;
  case TURN_ANY:
    while (!x[k] && !x[1 - k])
      ;
    break;
  case TURN_BOTH:
    while (!(x[k] && x[1 - k]))
      ;
    break;
  case TURN_SAME:
    do
      value = x[k];
    while (value != x[1 - k]);
    return value;
  case TURN_STEADY: {
    int other;
    do {
      value = x[k];
      other = x[1 - k];
    } while (x[k] != value);
    return value + other * 2;
  }
  }
  return 0;
}

static unsigned do_flag(unsigned code, unsigned k) {
  switch (code) {
  case TURN_TAKE:
    while (atomic_exchange(&flag[k], 1))
      ;
    break;
  case TURN_TRY_TAKE:
    for (;;) {
      while (flag[k])
        ;
      if (!atomic_exchange(&flag[k], 1))
        break;
    }
    break;
  case TURN_DROP:
    flag[k] = 0;
    break;
  }
  return 0;
}

static unsigned do_mutex(unsigned code, unsigned k) {
  int seen = 0;
  switch (code) {
  case TURN_LOCK:
    pthread_mutex_lock(&mutex[k]);
    break;
  case TURN_UNLOCK:
    pthread_mutex_unlock(&mutex[k]);
    break;
  case TURN_TRY:
    if (pthread_mutex_trylock(&mutex[k]))
      return 1;
    pthread_mutex_unlock(&mutex[k]);
    break;
  case TURN_SPIN:
    while (pthread_mutex_trylock(&mutex[k]))
      ;
    pthread_mutex_unlock(&mutex[k]);
    break;
  case TURN_POLL:
    do {
      pthread_mutex_lock(&mutex[k]);
      seen = x[k];
      pthread_mutex_unlock(&mutex[k]);
    } while (!seen);
    break;
  case TURN_POLL_TRY:
    do {
      seen = 0;
      if (!pthread_mutex_trylock(&mutex[k])) {
        seen = x[k];
        pthread_mutex_unlock(&mutex[k]);
      }
    } while (!seen);
    break;
  }
  return 0;
}

static unsigned do_rwlock(unsigned code, unsigned k) {
  int seen;
  switch (code) {
  case TURN_RD_POLL:
    do {
      pthread_rwlock_rdlock(&rwlock[k]);
      seen = x[k];
      pthread_rwlock_unlock(&rwlock[k]);
    } while (!seen);
    break;
  case TURN_WR_POLL:
    do {
      pthread_rwlock_wrlock(&rwlock[k]);
      seen = x[k];
      pthread_rwlock_unlock(&rwlock[k]);
    } while (!seen);
    break;
  case TURN_TRY_WR:
    if (pthread_rwlock_trywrlock(&rwlock[k]))
      return 1;
    pthread_rwlock_unlock(&rwlock[k]);
    break;
  case TURN_TRY_RD:
    if (pthread_rwlock_tryrdlock(&rwlock[k]))
      return 1;
    pthread_rwlock_unlock(&rwlock[k]);
    break;
  }
  return 0;
}

static unsigned do_semaphore(unsigned code, unsigned k) {
  int seen;
  switch (code) {
  case TURN_SEM_POLL:
    do {
      sem_wait(&token[k]);
      seen = x[k];
      sem_post(&token[k]);
    } while (!seen);
    break;
  case TURN_SEM_TRY:
    if (sem_trywait(&token[k]))
      return 1;
    sem_post(&token[k]);
    break;
  case TURN_SEM_VALUE: {
    int value;
    sem_getvalue(&token[k], &value);
    return (unsigned)value;
  }
  case TURN_V:
    sem_post(&gate[k]);
    break;
  case TURN_SPIN_P:
    errno = 0;
    while (sem_trywait(&gate[k]))
      ;
    return errno != 0;
  }
  return 0;
}

static unsigned nap(unsigned k) {
  enum { LONG = 3600 };
  time_t begin = time(NULL);
  while (!x[k])
    sleep(10);
  time_t slept = time(NULL) - begin;
  return slept < 10 ? 0 : slept < LONG ? 1 : 2;
}

static unsigned run(unsigned code, unsigned k) {
  int old;
  switch (code) {
  case TURN_READ:
    return x[k];
  case TURN_ONE:
    x[k] = 1;
    return 0;
  case TURN_TWO:
    x[k] = 2;
    return 0;
  case TURN_ZERO:
    x[k] = 0;
    return 0;
  case TURN_SWAP:
    return atomic_exchange(&x[k], 2);
  case TURN_RAISE:
    do
      old = x[k];
    while (!atomic_compare_exchange_strong(&x[k], &old, old + 1));
    return old;
  case TURN_NAP:
    return nap(k);
  }
  return code <= TURN_STEADY     ? wait_for_value(code, k)
         : code <= TURN_DROP     ? do_flag(code, k)
         : code <= TURN_POLL_TRY ? do_mutex(code, k)
         : code <= TURN_TRY_RD   ? do_rwlock(code, k)
                                 : do_semaphore(code, k);
}


static void *thread(void *argument) {
  uint64_t rest = (uint64_t)argument, log = 1;
  unsigned number = rest & 3;
  for (rest >>= 2; rest; rest >>= 8)
    log = log * TURNING_BASE + run(rest >> 1 & 127, rest & 1) % TURNING_BASE;
  told[number] = log;
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[TURNING_THREADS];
  int count = argc - 1 < TURNING_THREADS ? argc - 1 : TURNING_THREADS;
  for (int k = 0; k < 2; k++) {
    sem_init(&token[k], 0, 1);
    sem_init(&gate[k], 0, 0);
  }
  for (int i = 0; i < count; i++) {
    uint64_t program = strtoull(argv[i + 1], NULL, 16);
    pthread_create(&threads[i], NULL, thread,
                   (void *)(program << 2 | (unsigned)i));
  }
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
