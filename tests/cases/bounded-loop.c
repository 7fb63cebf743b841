// must: no failure (a bound on steps may be reached); not a loop that does not end
// expect: holds
// expect: incomplete
// options: -n 300
#include <pthread.h>
#include <stdio.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int flag;
static void *poll_some(void *a) {
  int seen = 0;
  for (int i = 0; i < 4000; i++) {
    pthread_mutex_lock(&m);
    if (flag) seen++;
    pthread_mutex_unlock(&m);
  }
  return a;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, poll_some, 0);
  pthread_mutex_lock(&m); flag = 1; pthread_mutex_unlock(&m);
  pthread_join(a, 0);
  return 0;
}
