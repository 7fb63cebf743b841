// must: the last two of 66 threads take one lock, in two orders; the others have nothing to do with each other
// only: optimal dpor reach auto random pct
// expect: holds
#include <assert.h>
#include <pthread.h>
#define N 66
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int own[N], both;
static void *work(void *at) {
  ++*(int *)at;
  if (at >= (void *)&own[N - 2]) {
    pthread_mutex_lock(&m);
    both++;
    pthread_mutex_unlock(&m);
  }
  return at;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, work, &own[i]);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  assert(both == 2);
  return 0;
}
