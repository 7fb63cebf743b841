// expect: holds
// A thread that is cancelled in what pthread_once calls has not called it: the
// next one does.
#include <assert.h>
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made;
static void make(void) {
  pthread_testcancel();
  made++;
}
static void *A(void *u) {
  pthread_once(&once, make);
  return u;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, A, NULL);
  pthread_cancel(a);
  pthread_once(&once, make);
  assert(made == 1);
  pthread_join(a, NULL);
}
