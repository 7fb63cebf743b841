// must: a barrier of 300 orders what each of them wrote before what its neighbour reads
// only: optimal random
// expect: holds
#include <assert.h>
#include <pthread.h>
#ifndef HASTY
#define HASTY -1
#endif
#define N 300
static pthread_barrier_t all;
static int own[N];
static void *work(void *at) {
  int i = (int)((int *)at - own);
  own[i] = 1;
  if (i != HASTY)
    pthread_barrier_wait(&all);
  assert(own[(i + 1) % N] == 1);
  if (i == HASTY)
    pthread_barrier_wait(&all);
  return at;
}
int main(void) {
  pthread_t t[N];
  pthread_barrier_init(&all, NULL, N);
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, work, &own[i]);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  return 0;
}
