// expect: violated race assertion
// The library writes errno of its caller; whoever has the address may read it
// before or after.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <unistd.h>

static int *of_main;

static void *other(void *arg) {
  assert(*of_main == 0);
  return arg;
}

int main(void) {
  errno = 0;
  of_main = &errno;
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  close(-1);
  pthread_join(t, 0);
}
