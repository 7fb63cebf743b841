// expect: holds
// with: bumps-mine.c
// The same, but each thread uses only its own; a lock is around what is lent.
#include <assert.h>
#include <pthread.h>

_Thread_local int mine;
void bumps_mine(void);
static int *lent;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *other(void *arg) {
  bumps_mine();
  pthread_mutex_lock(&m);
  assert(*lent == 0 || *lent == 1);
  pthread_mutex_unlock(&m);
  assert(mine == 1);
  return arg;
}

int main(void) {
  lent = &mine;
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&m);
  bumps_mine();
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(mine == 1);
}
