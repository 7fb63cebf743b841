// expect: violated race assertion
// with: sets-errno.c
// The address is given away here, the variable written in another unit.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static int *of_main;
void sets_errno(int to);

static void *other(void *arg) {
  assert(*of_main == 0);
  return arg;
}

int main(void) {
  sets_errno(0);
  of_main = &errno;
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  sets_errno(4);
  pthread_join(t, 0);
}
