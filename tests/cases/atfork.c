// expect: holds
// What is to be done at a fork that never comes.
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void take(void) { pthread_mutex_lock(&lock); }
static void give(void) { pthread_mutex_unlock(&lock); }

static void *thread(void *unused) {
  take();
  give();
  return unused;
}

int main(void) {
  pthread_t t;
  assert(!pthread_atfork(take, give, give));
  pthread_create(&t, NULL, thread, NULL);
  take();
  give();
  pthread_join(t, NULL);
  return 0;
}
