// expect: violated use-after-free
// errno of a thread goes when the thread does.
#include <errno.h>
#include <pthread.h>

static void *lends(void *arg) {
  (void)arg;
  return &errno;
}

int main(void) {
  pthread_t t;
  void *theirs;
  pthread_create(&t, 0, lends, 0);
  pthread_join(t, &theirs);
  return *(int *)theirs;
}
