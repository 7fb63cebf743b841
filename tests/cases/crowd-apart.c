// must: 70 threads that have nothing to do with each other: one order of their steps is all there is
// only: optimal dpor reach auto random pct
// expect: holds
#include <assert.h>
#include <pthread.h>
#define N 70
static int own[N];
static void *work(void *at) {
  ++*(int *)at;
  return at;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, work, &own[i]);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  for (int i = 0; i < N; i++)
    assert(own[i] == 1);
  return 0;
}
