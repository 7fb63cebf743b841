// must: 200 threads wait for one broadcast, and all of them go on
// only: random pct
// options: --runs 4
// expect: incomplete
#include <assert.h>
#include <pthread.h>
#ifndef WAKE
#define WAKE pthread_cond_broadcast
#endif
#define N 200
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, gone;
static void *work(void *unused) {
  pthread_mutex_lock(&m);
  while (!go)
    pthread_cond_wait(&c, &m);
  gone++;
  pthread_mutex_unlock(&m);
  return unused;
}
int main(void) {
  pthread_t t[N];
  for (long i = 0; i < N; i++)
    pthread_create(&t[i], NULL, work, NULL);
  pthread_mutex_lock(&m);
  go = 1;
  WAKE(&c);
  pthread_mutex_unlock(&m);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  assert(gone == N);
  return 0;
}
