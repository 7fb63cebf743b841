// must: a thread that reads what nobody writes ends when it is asked to; one that is not to be asked does not
// only: optimal dpor contextual random
// expect: violated deadlock
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2], deaf;
static void *wait_for(void *unused) {
  char byte;
  int old;
  if (deaf)
    pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old);
  read(ends[0], &byte, 1);
  return unused;
}
int main(void) {
  pthread_t t;
  void *result;
  pipe(ends);
  for (deaf = 0; deaf < 2; deaf++) {
    pthread_create(&t, NULL, wait_for, NULL);
    pthread_cancel(t);
    pthread_join(t, &result);
    assert(!deaf && result == PTHREAD_CANCELED);
  }
  return 0;
}
