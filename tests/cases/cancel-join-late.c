// must: one that nobody ends, and who is asked too late, is a deadlock
// expect: violated deadlock
#include <pthread.h>
#include <semaphore.h>
static pthread_t worker;
static sem_t never;
static void *work(void *unused) {
  sem_wait(&never);
  return unused;
}
static void *boss(void *unused) {
  pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
  pthread_join(worker, NULL);
  return unused;
}
int main(void) {
  pthread_t b;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&b, NULL, boss, NULL);
  pthread_cancel(b);
  pthread_join(b, NULL);
  return 0;
}
