/* expect: 0 no failure, every schedule covered */
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static _Thread_local int mine = 1;

static void *worker(void *unused) {
  assert(mine == 1 && errno == 0);
  mine = 2;
  errno = EINVAL;
  return unused;
}

int main(void) {
  pthread_t a;
  errno = 0;
  pthread_create(&a, NULL, worker, NULL);
  mine = 3;
  pthread_join(a, NULL);
  assert(mine == 3 && errno == 0);
  return 0;
}
