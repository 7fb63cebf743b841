// must: flock keeps out whoever has opened the file anew, and closing gives it back
// expect: holds
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <sys/file.h>
#include <unistd.h>
static int x;
static void *add(void *closes) {
  int file = open("counter.lock", O_RDWR | O_CREAT, 0600);
  assert(file >= 0 && !flock(file, LOCK_EX));
  x++;
  if (!closes)
    assert(!flock(file, LOCK_UN));
  assert(!close(file));
  return closes;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, &x);
  add(NULL);
  pthread_join(t, NULL);
  assert(x == 2);
  return 0;
}
