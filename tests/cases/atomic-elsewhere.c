// What a block touches depends on what it reads: where it comes earlier or
// later than it did it may meet what it did not meet.
// expect: violated assertion
#include <assert.h>
#include <pthread.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int which, place[64], met;

static void *moves(void *u) {
  __VERIFIER_atomic_begin();
  which += 16;
  __VERIFIER_atomic_end();
  return u;
}

static void *puts_there(void *u) {
  __VERIFIER_atomic_begin();
  place[which] = 1;
  __VERIFIER_atomic_end();
  return u;
}

static void *looks(void *u) {
  __VERIFIER_atomic_begin();
  met = place[32] && which == 48;
  __VERIFIER_atomic_end();
  return u;
}

int main(void) {
  pthread_t t[5];
  void *(*f[])(void *) = {puts_there, moves, looks, moves, moves};
  for (int i = 0; i < 5; i++)
    pthread_create(&t[i], 0, f[i], 0);
  for (int i = 0; i < 5; i++)
    pthread_join(t[i], 0);
  assert(!met);
  return 0;
}
