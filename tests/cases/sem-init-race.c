// expect: violated race misuse
// As cond-init-race.c, for a semaphore, a read-write lock or a spin lock: which
// of them is a choice.  Making a lock that is held is a misuse besides.
#include <heddle/rt.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static pthread_rwlock_t l;
static pthread_spinlock_t k;
static int which;
static void *A(void *u) {
  switch (which) {
  case 0:
    sem_post(&s);
    break;
  case 1:
    pthread_rwlock_tryrdlock(&l);
    break;
  default:
    pthread_spin_trylock(&k);
  }
  return u;
}
int main(void) {
  pthread_t a;
  which = heddle_choose(3);
  pthread_create(&a, NULL, A, NULL);
  switch (which) {
  case 0:
    sem_init(&s, 0, 0);
    break;
  case 1:
    if (pthread_rwlock_init(&l, NULL))
      return 1;
    break;
  default:
    pthread_spin_init(&k, 0);
  }
  pthread_join(a, NULL);
}
