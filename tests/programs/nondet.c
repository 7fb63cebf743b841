/* SV-COMP's conventions: one input chosen, an assumption, an atomic
 * function; reach_error when the input is true and the other thread was
 * first. */
#include <pthread.h>

void reach_error(void);
void __VERIFIER_assume(int);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);

static int x, y;

static void __VERIFIER_atomic_move(void) {
  x++;
  y--;
}

static void *mover(void *unused) {
  __VERIFIER_atomic_move();
  return unused;
}

int main(void) {
  pthread_t t;
  _Bool wanted = __VERIFIER_nondet_bool();
  pthread_create(&t, NULL, mover, NULL);
  __VERIFIER_atomic_begin();
  int sum = x + y, moved = x;
  __VERIFIER_atomic_end();
  __VERIFIER_assume(moved);
  if (sum != 0 || wanted)
    reach_error();
  pthread_join(t, NULL);
  return 0;
}
