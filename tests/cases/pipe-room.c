// must: who waits for room goes on when there is some, and writers and readers are ordered
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2], x;
static char bytes[65536], got[4096];
static void *put(void *unused) {
  assert(write(ends[1], bytes, sizeof bytes) == sizeof bytes);
  assert(write(ends[1], "x", 1) == 1); /* waits until a page was read */
  assert(x == 7);
  return unused;
}
int main(void) {
  pthread_t t;
  pipe(ends);
  write(ends[1], bytes, 1);
  read(ends[0], got, 1);
  pthread_create(&t, NULL, put, NULL);
  x = 7;
  assert(read(ends[0], got, sizeof got) == sizeof got);
  pthread_join(t, NULL);
  return 0;
}
