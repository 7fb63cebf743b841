/* Crashes some lines after its last visible operation, at the line below. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x, result;

static void *set(void *unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  int seen = x, sum = 3;
  for (int i = 0; i < 3; i++)
    sum += i;
  if (seen)
    sum /= seen - 1; /* line 19 */
  result = sum;
  pthread_join(t, NULL);
  return 0;
}
