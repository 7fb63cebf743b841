// must: a thread that waits for a semaphore ends when it is asked to, with its clean-up; a post is not lost
// only: optimal dpor unfold contextual reach auto random
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t s;
static int cleaned, passed;
static void clean(void *unused) {
  (void)unused;
  cleaned = 1;
}
static void *wait_for(void *unused) {
  pthread_cleanup_push(clean, NULL);
  sem_wait(&s);
  passed = 1;
  pthread_cleanup_pop(0);
  return unused;
}
int main(void) {
  pthread_t t;
  void *result;
  int left;
  sem_init(&s, 0, 0);
  pthread_create(&t, NULL, wait_for, NULL);
  sem_post(&s);
  pthread_cancel(t);
  pthread_join(t, &result);
  sem_getvalue(&s, &left);
  assert(passed + cleaned == 1 && left == cleaned);
  assert((result == PTHREAD_CANCELED) == cleaned);
  return 0;
}
