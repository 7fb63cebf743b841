// must: a cancelled wait has its mutex again in the clean-up, and takes no signal from others
// only: optimal dpor unfold contextual reach auto random
// expect: holds
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready, ended;
static void clean(void *unused) {
  (void)unused;
  ended++;
  pthread_mutex_unlock(&m);
}
static void *wait_for(void *unused) {
  pthread_mutex_lock(&m);
  pthread_cleanup_push(clean, NULL);
  while (!ready)
    pthread_cond_wait(&c, &m);
  pthread_cleanup_pop(1);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, wait_for, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
  assert(ended <= 1);
  assert(!pthread_mutex_trylock(&m));
  return 0;
}
