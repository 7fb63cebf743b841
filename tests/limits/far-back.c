/* What a step sees of the steps before it is far back: unfold learns from the
 * run for as long as looking there takes.
 * options: -s unfold --steps 400000
 * names: the time is over */
#include <pthread.h>
#include <stdatomic.h>

enum { MANY = 30000 };
static atomic_char seen[MANY];

static void *work(void *unused) {
  for (int k = 0; k < 3; k++)
    for (int i = 0; i < MANY; i++)
      seen[i]++;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  int v = seen[0] + seen[MANY - 1];
  pthread_join(t, NULL);
  return v < 0;
}
