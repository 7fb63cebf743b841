// must: a thousand threads alive at once, each of which adds to a counter under a lock
// only: random pct
// options: --runs 4
// expect: incomplete
#include <assert.h>
#include <pthread.h>
#ifndef BARE
#define BARE -1
#endif
#define N 1000
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_barrier_t all;
static int total;
static void *work(void *number) {
  pthread_barrier_wait(&all);
  if ((long)number != BARE)
    pthread_mutex_lock(&m);
  total++;
  if ((long)number != BARE)
    pthread_mutex_unlock(&m);
  return number;
}
int main(void) {
  pthread_t t[N];
  pthread_barrier_init(&all, NULL, N);
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], NULL, work, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  assert(total == N);
  return 0;
}
