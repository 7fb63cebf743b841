// expect: incomplete steps
// options: --steps 24
// only: optimal
// never: cannot be tested
// The bound comes between the two reads of a turn that a plan takes as a whole:
// that run is cut off, and no other program.
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>

static _Atomic int place = 1, stop;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const struct timespec never = {.tv_sec = 4000000000};

static void *look(void *u) {
  int seen = 0;
  (void)u;
  while (!stop)
    seen = place;
  return (void *)(long)seen;
}

static void *write_again(void *u) {
  for (long i = 0; !stop; i++) {
    pthread_mutex_timedlock(&lock, &never);
    place = 2;
    pthread_mutex_unlock(&lock);
  }
  return u;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, write_again, NULL);
  pthread_create(&b, NULL, look, NULL);
  place = 1;
  return 0;
}
