/* Two threads race to compute Fibonacci numbers: i = i + j against
 * j = j + i, N times each.  Define N, and RACING_MAIN as the test that main
 * makes while they run. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

static _Atomic int i = 1, j = 1;

static void *add_to_i(void *unused) {
  for (int k = 0; k < N; k++)
    i = i + j;
  return unused;
}

static void *add_to_j(void *unused) {
  for (int k = 0; k < N; k++)
    j = j + i;
  return unused;
}

int main(void) {
  pthread_t t1, t2;
  pthread_create(&t1, NULL, add_to_i, NULL);
  pthread_create(&t2, NULL, add_to_j, NULL);
#ifdef RACING_MAIN
  if (i RACING_MAIN || j RACING_MAIN)
    puts("the bound was reached");
#endif
  pthread_join(t1, NULL);
  pthread_join(t2, NULL);
  return 0;
}
