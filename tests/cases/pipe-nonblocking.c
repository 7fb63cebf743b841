// must: who does not wait finds nothing in some schedules
// expect: violated assertion
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void *put(void *unused) {
  write(ends[1], "a", 1);
  return unused;
}
int main(void) {
  pthread_t t;
  char c;
  pipe2(ends, O_NONBLOCK);
  pthread_create(&t, NULL, put, NULL);
  assert(read(ends[0], &c, 1) == 1);
  pthread_join(t, NULL);
  return 0;
}
