// expect: violated race assertion
// with: bumps-mine.c
// A thread-local variable whose address is given away here is counted up in
// another unit, which does not know of it.
#include <assert.h>
#include <pthread.h>

_Thread_local int mine;
void bumps_mine(void);
static int *lent;

static void *other(void *arg) {
  assert(*lent == 0);
  return arg;
}

int main(void) {
  lent = &mine;
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  bumps_mine();
  pthread_join(t, 0);
}
