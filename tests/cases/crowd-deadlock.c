// must: threads 70 and 90 of 100 take two locks in opposite orders
// only: optimal dpor reach auto
// expect: violated deadlock
#include <pthread.h>
#ifndef SECOND
#define SECOND 90
#endif
#define N 100
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t b = PTHREAD_MUTEX_INITIALIZER;
static int own[N];
static void take(pthread_mutex_t *first, pthread_mutex_t *second) {
  pthread_mutex_lock(first);
  pthread_mutex_lock(second);
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}
static void *work(void *at) {
  int i = (int)((int *)at - own);
  own[i]++;
  if (i == 70)
    take(&a, &b);
  if (i == 90 && i == SECOND)
    take(&b, &a);
  else if (i == 90)
    take(&a, &b);
  return at;
}
int main(void) {
  pthread_t t[N];
  for (int i = 0; i < N; i++)
    pthread_create(&t[i], NULL, work, &own[i]);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], NULL);
  return 0;
}
