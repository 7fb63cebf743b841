// The twin of atomic-turn.c: who did not come before is not said to have.
// options: --no-races
// expect: holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int first, second, third, before;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static sem_t told;

static void *writes(void *u) {
  __VERIFIER_atomic_begin();
  first = 2;
  __VERIFIER_atomic_end();
  return u;
}

static void *looks(void *u) {
  __VERIFIER_atomic_begin();
  second = 0;
  long early = first == 0;
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
  third = 1;
  sem_post(&told);
  __VERIFIER_atomic_end();
  (void)u;
  return (void *)early;
}

static void *locks(void *u) {
  pthread_mutex_lock(&lock);
  before = first == 0;
  third = before ? 2 : 3;
  pthread_mutex_unlock(&lock);
  return u;
}

int main(void) {
  pthread_t t[3];
  sem_init(&told, 0, 0);
  pthread_create(&t[0], 0, writes, 0);
  pthread_create(&t[1], 0, looks, 0);
  pthread_create(&t[2], 0, locks, 0);
  pthread_join(t[0], 0);
  void *early;
  pthread_join(t[1], &early);
  int busy = pthread_tryjoin_np(t[2], 0) == EBUSY;
  assert(third != 2 || before);
  return 0;
}
