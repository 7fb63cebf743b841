// must: locks of POSIX are the process's, and keep no thread of it out
// expect: violated race/assertion
// never: not looked at
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <unistd.h>
static int x;
static void *add(void *u) {
  struct flock all = {.l_type = F_WRLCK};
  int file = open("counter.lock", O_RDWR | O_CREAT, 0600);
  assert(file >= 0 && !fcntl(file, F_SETLKW, &all));
  x++;
  close(file);
  return u;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  add(NULL);
  pthread_join(t, NULL);
  assert(x == 2);
  return 0;
}
