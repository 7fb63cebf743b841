// expect: holds
// Each thread has a buffer of its own, or the one of all under a lock.
#include <assert.h>
#include <pthread.h>
#include <setjmp.h>

static jmp_buf shared;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void fails(jmp_buf *to) { longjmp(*to, 7); }

static void *tries(void *arg) {
  jmp_buf own;
  volatile int seen = 0;
  int came = setjmp(own);
  if (!came)
    fails(&own);
  seen += came;
  pthread_mutex_lock(&m);
  came = sigsetjmp(shared, 1);
  if (!came)
    fails(&shared);
  seen += came;
  pthread_mutex_unlock(&m);
  assert(seen == 14);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, tries, 0);
  tries(0);
  pthread_join(t, 0);
}
