// must: nothing is wrong with those that were started, who wait for one that was not; what was not started is said
// options: --threads 3
// expect: incomplete threads
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static sem_t third;
static int x;
static void *work(void *unused) {
  pthread_mutex_lock(&m);
  int n = ++x;
  pthread_mutex_unlock(&m);
  if (n == 3)
    sem_post(&third);
  if (n == 1)
    sem_wait(&third);
  return unused;
}
int main(void) {
  pthread_t t[3];
  sem_init(&third, 0, 0);
  for (int i = 0; i < 3; i++)
    pthread_create(&t[i], NULL, work, NULL);
  for (int i = 0; i < 3; i++)
    pthread_join(t[i], NULL);
  return 0;
}
