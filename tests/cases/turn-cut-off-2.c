// expect: incomplete steps
// options: --steps 32
// only: optimal
// never: cannot be tested
// As turn-cut-off.c, further down.
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int place = 1, stop;
static pthread_cond_t nobody = PTHREAD_COND_INITIALIZER;

static void *look(void *u) {
  int seen = 0;
  (void)u;
  while (!stop)
    seen = place;
  return (void *)(long)seen;
}

static void *write_again(void *u) {
  while (!stop) {
    pthread_cond_signal(&nobody);
    place = 2;
    pthread_cond_broadcast(&nobody);
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
