// must: a thread that joins another, which may end first, is cancelled or not;
// must: both are tried
// expect: violated assertion
// not: stateful
#include <assert.h>
#include <pthread.h>
static pthread_t worker;
static void *work(void *result) { return result; }
static void *boss(void *unused) {
  pthread_join(worker, NULL);
  return unused;
}
int main(void) {
  pthread_t b;
  void *result;
  pthread_create(&worker, NULL, work, NULL);
  pthread_create(&b, NULL, boss, NULL);
  pthread_cancel(b);
  pthread_join(b, &result);
  assert(result == PTHREAD_CANCELED);
  return 0;
}
