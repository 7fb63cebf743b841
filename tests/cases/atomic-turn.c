// A search that runs ahead may find, at the turn of one schedule, that it needs
// no run, and that the next has been run already: it is to go on from there.
// expect: violated race assertion
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int first, second, third;
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
  int before = first == 0;
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
  assert(early || third != 2 || busy);
  return 0;
}
