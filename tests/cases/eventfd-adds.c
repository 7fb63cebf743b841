// must: what was written to an eventfd before it is read comes as one number: 1, or 3
// expect: violated assertion
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>
static int file;
static void *add(void *unused) {
  uint64_t one = 1, two = 2;
  write(file, &one, sizeof one);
  write(file, &two, sizeof two);
  return unused;
}
int main(void) {
  pthread_t t;
  uint64_t n;
  file = eventfd(0, 0);
  pthread_create(&t, NULL, add, NULL);
  assert(read(file, &n, sizeof n) == sizeof n && n == 1);
  pthread_join(t, NULL);
  return 0;
}
