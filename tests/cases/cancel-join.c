// must: a thread that waits in pthread_join ends when it is asked to, with its
// clean-up, and whom it joins can be joined by another then
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static pthread_t worker;
static sem_t go;
static int cleaned;
static void *work(void *result) {
  sem_wait(&go);
  return result;
}
static void clean(void *unused) {
  (void)unused;
  cleaned = 1;
}
static void *boss(void *unused) {
  pthread_cleanup_push(clean, NULL);
  pthread_join(worker, NULL);
  pthread_cleanup_pop(0);
  return unused;
}
int main(void) {
  pthread_t b;
  void *result;
  pthread_create(&worker, NULL, work, &go);
  pthread_create(&b, NULL, boss, NULL);
  pthread_cancel(b);
  pthread_join(b, &result);
  assert(result == PTHREAD_CANCELED && cleaned);
  sem_post(&go);
  pthread_join(worker, &result);
  assert(result == &go);
  return 0;
}
