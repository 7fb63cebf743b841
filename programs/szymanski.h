/* Szymanski's mutual exclusion of two threads, with waiting loops that give
 * up after A or B turns in all; the counter of turns is the thread's own. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int flag1, flag2, x;

static void critical(int value) {
  x = value;
  int seen = x;
  (void)seen;
}

static void protocol(_Atomic int *me, _Atomic int *other, int value) {
  int it = 0;
  *me = 1;
  while (*other >= 3 && it < A)
    it++;
  *me = 3;
  if (*other == 1) {
    *me = 2;
    while (*other != 4 && it < B)
      it++;
  }
  *me = 4;
  while (*other >= 2 && it < B)
    it++;
  critical(value);
  while (*other >= 2 && *other <= 3 && it < A)
    it++;
  *me = 0;
}

static void *first(void *unused) {
  protocol(&flag1, &flag2, 0);
  return unused;
}

static void *second(void *unused) {
  protocol(&flag2, &flag1, 1);
  return unused;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, first, NULL);
  pthread_create(&t2, NULL, second, NULL);
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
