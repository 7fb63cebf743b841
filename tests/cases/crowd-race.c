// must: threads 70 and 90 of 100 write one variable, and nothing orders them
// only: optimal dpor reach auto random pct
// expect: violated race
#include <pthread.h>
#define N 100
static int own[N], both;
static void *work(void *at) {
  int i = (int)((int *)at - own);
  own[i]++;
  if (i == 70 || i == 90)
    both = i;
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
