/* Runs small thread programs given as arguments, one number for each thread:
 * eight bits an operation, the first in the lowest, the code above the
 * object.  (A number fits into the thread's argument, so that reading the
 * program is no access to shared memory.)  See random.c for the codes. */
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>

#include "script.h"

static _Atomic int variables[4], spinning[4];
static pthread_mutex_t mutexes[4], wait_mutexes[4];
static pthread_rwlock_t rwlocks[4];
static pthread_cond_t conditions[4];
static pthread_barrier_t barriers[4];
static sem_t semaphores[4];

static void wait_for(unsigned k) {
  pthread_mutex_lock(&wait_mutexes[k]);
  pthread_cond_wait(&conditions[k], &wait_mutexes[k]);
  pthread_mutex_unlock(&wait_mutexes[k]);
}

static int is_set(unsigned k) {
  pthread_mutex_lock(&mutexes[k]);
  int set = variables[k];
  pthread_mutex_unlock(&mutexes[k]);
  return set;
}

static void run(unsigned code, unsigned k) {
  switch (code) {
  case SCRIPT_READ: {
    int seen = variables[k];
    (void)seen;
    break;
  }
  case SCRIPT_WRITE:
    variables[k] = 1;
    break;
  case SCRIPT_ADD:
    variables[k]++;
    break;
  case SCRIPT_AWAIT:
    while (!variables[k])
      ;
    break;
  case SCRIPT_LOCK:
    pthread_mutex_lock(&mutexes[k]);
    break;
  case SCRIPT_UNLOCK:
    pthread_mutex_unlock(&mutexes[k]);
    break;
  case SCRIPT_TRY:
    if (!pthread_mutex_trylock(&mutexes[k]))
      pthread_mutex_unlock(&mutexes[k]);
    break;
  case SCRIPT_P:
    sem_wait(&semaphores[k]);
    break;
  case SCRIPT_V:
    sem_post(&semaphores[k]);
    break;
  case SCRIPT_RDLOCK:
    pthread_rwlock_rdlock(&rwlocks[k]);
    break;
  case SCRIPT_WRLOCK:
    pthread_rwlock_wrlock(&rwlocks[k]);
    break;
  case SCRIPT_RWUNLOCK:
    pthread_rwlock_unlock(&rwlocks[k]);
    break;
  case SCRIPT_WAIT:
    wait_for(k);
    break;
  case SCRIPT_SIGNAL:
    pthread_cond_signal(&conditions[k]);
    break;
  case SCRIPT_BROADCAST:
    pthread_cond_broadcast(&conditions[k]);
    break;
  case SCRIPT_BARRIER:
    pthread_barrier_wait(&barriers[k]);
    break;
  case SCRIPT_SPIN:
    while (atomic_exchange(&spinning[k], 1))
      ;
    break;
  case SCRIPT_ANY:
    while (!variables[k] && !variables[1 - k])
      ;
    break;
  case SCRIPT_CLEAR: /* between, so that the reads of ANY and of BOTH are
                        no neighbours among the places: random.c */
    spinning[k] = 0;
    break;
  case SCRIPT_BOTH:
    while (!(variables[k] && variables[1 - k]))
      ;
    break;
  case SCRIPT_POLL:
    while (!is_set(k))
      sched_yield();
    break;
  }
}

static void *thread(void *argument) {
  for (uint64_t rest = (uint64_t)argument; rest; rest >>= 8)
    run(rest >> 2 & 31, rest & 3);
  return NULL;
}

int main(int argc, char **argv) {
  pthread_t threads[8];
  uint64_t programs[8];
  int count = argc - 1 < 8 ? argc - 1 : 8;
  for (int i = 0; i < count; i++)
    programs[i] = strtoull(argv[i + 1], NULL, 16);
  for (int k = 0; k < 4; k++)
    pthread_barrier_init(&barriers[k], NULL, 2);
  for (int i = 0; i < count; i++)
    pthread_create(&threads[i], NULL, thread, (void *)programs[i]);
  for (int i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
