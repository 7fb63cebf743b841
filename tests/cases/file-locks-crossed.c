// must: two threads lock two files in opposite orders
// expect: violated deadlock
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
static void both(const char *first, const char *second) {
  int a = open(first, O_RDWR | O_CREAT, 0600), b = open(second, O_RDWR | O_CREAT, 0600);
  assert(!flock(a, LOCK_EX));
  assert(!flock(b, LOCK_SH));
  flock(b, LOCK_UN);
  flock(a, LOCK_UN);
}
static void *back(void *u) {
  both("two.lock", "one.lock");
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, back, NULL);
  both("one.lock", "two.lock");
  pthread_join(t, NULL);
  return 0;
}
