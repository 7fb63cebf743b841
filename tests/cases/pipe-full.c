// must: a pipe holds 65,536 bytes; the writer of one more waits for a reader who is not there
// expect: violated deadlock
#include <pthread.h>
#include <unistd.h>
static int ends[2];
static char bytes[65537];
static void *put(void *unused) {
  write(ends[1], bytes, sizeof bytes);
  return unused;
}
int main(void) {
  pthread_t t;
  pipe(ends);
  pthread_create(&t, NULL, put, NULL);
  pthread_join(t, NULL);
  return 0;
}
