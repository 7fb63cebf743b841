// must: a loop that asks again and again waits for the write, and nothing else
// expect: holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2], x;
static void *put(void *unused) {
  x = 1;
  write(ends[1], "a", 1);
  return unused;
}
int main(void) {
  pthread_t t;
  char c;
  pipe2(ends, O_NONBLOCK);
  pthread_create(&t, NULL, put, NULL);
  while (read(ends[0], &c, 1) == -1 && errno == EAGAIN)
    ;
  assert(x == 1 && c == 'a');
  pthread_join(t, NULL);
  return 0;
}
