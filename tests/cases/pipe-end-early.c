// must: a writer that is closed too early: the end comes before the second byte
// expect: violated assertion
#include <assert.h>
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
  pipe(ends);
  pthread_create(&t, NULL, put, NULL);
  write(ends[1], "b", 1);
  read(ends[0], &c, 1);
  close(ends[1]); /* the other may not have written yet */
  assert(read(ends[0], &c, 1) == 1);
  pthread_join(t, NULL);
  return 0;
}
