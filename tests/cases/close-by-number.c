// expect: holds
// A descriptor of the model is read, written and closed by the numbers of the
// calls, too: the reader sees the end.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

static int ends[2];

static void *thread(void *unused) {
  assert(syscall(SYS_write, ends[1], "x", 1) == 1);
  assert(!syscall(SYS_close, ends[1]));
  return unused;
}

int main(void) {
  pthread_t t;
  char c;
  assert(!pipe(ends));
  pthread_create(&t, NULL, thread, NULL);
  assert(syscall(SYS_read, ends[0], &c, 1) == 1 && c == 'x');
  assert(!read(ends[0], &c, 1));
  pthread_join(t, NULL);
  return 0;
}
