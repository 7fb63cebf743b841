// must: a loop that asks for what nobody writes
// expect: violated livelock
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static void *close_it(void *unused) {
  return unused;
}
int main(void) {
  pthread_t t;
  char c;
  pipe2(ends, O_NONBLOCK);
  pthread_create(&t, NULL, close_it, NULL);
  while (read(ends[0], &c, 1) != 1)
    ;
  pthread_join(t, NULL);
  return 0;
}
