// must: a hundred threads that add to one atomic counter: the last is after all others
// expect: incomplete
// never: data race
// only: random
// options: --steps 20000 -n 20
#include <pthread.h>
#include <stdatomic.h>
enum { CROWD = 100 };
static atomic_int done;
static int mine[CROWD], sum;
static void *member(void *number) {
  int i = (int)(long)number;
  mine[i] = i;
  int last = atomic_fetch_add_explicit(&done, 1, memory_order_acq_rel);
  if (last == CROWD - 1)
    for (int k = 0; k < CROWD; k++)
      sum += mine[k];
  return NULL;
}
int main(void) {
  pthread_t t[CROWD];
  for (long i = 0; i < CROWD; i++)
    pthread_create(&t[i], NULL, member, (void *)i);
  for (int i = 0; i < CROWD; i++)
    pthread_join(t[i], NULL);
  return sum < 0;
}
