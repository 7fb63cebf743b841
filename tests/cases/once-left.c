// expect: violated assertion
// The sibling of once-cancelled.c: who calls it leaves it by pthread_exit, half
// done, and the next one begins again.
#include <assert.h>
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static pthread_key_t leaves;
static int begun;
static void make(void) {
  begun++;
  if (pthread_getspecific(leaves))
    pthread_exit(NULL);
}
static void *A(void *u) {
  pthread_setspecific(leaves, &leaves);
  pthread_once(&once, make);
  return u;
}
int main(void) {
  pthread_t a;
  pthread_key_create(&leaves, NULL);
  pthread_create(&a, NULL, A, NULL);
  pthread_once(&once, make);
  assert(begun == 1);
  pthread_join(a, NULL);
}
