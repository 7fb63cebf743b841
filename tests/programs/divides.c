/* Crashes at lines that have no visible operation, another one for each order
 * of the threads: every worker of a search numbers such lines by itself. */
#include <pthread.h>

static _Atomic int next;
static int turns[8];

static void *take(void *number) {
  for (int i = 0; i < 2; i++) {
    int turn = next++;
    turns[turn] = *(int *)number;
  }
  return number;
}

int main(void) {
  pthread_t threads[3];
  static int numbers[3] = {0, 1, 2};
  for (int i = 0; i < 3; i++)
    pthread_create(&threads[i], NULL, take, &numbers[i]);
  for (int i = 0; i < 3; i++)
    pthread_join(threads[i], NULL);
  int order = 0, sum = 1, zero = next - 6;
  for (int i = 0; i < 6; i++)
    order = order * 3 + turns[i];
  if (order % 7 == 0)
    sum /= zero;
  if (order % 7 == 1)
    sum %= zero;
  if (order % 7 == 2)
    sum = 2 / zero;
  if (order % 7 == 3)
    sum = 3 % zero;
  return sum - 1;
}
