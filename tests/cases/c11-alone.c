// expect: holds
// Threads of C11 and nothing else: what models them uses what models pthreads.
#include <assert.h>
#include <threads.h>

static mtx_t m;
static cnd_t c;
static int ready;

static int run(void *first) {
  mtx_lock(&m);
  if (first) {
    ready = 1;
    cnd_signal(&c);
  } else {
    while (!ready)
      cnd_wait(&c, &m);
  }
  mtx_unlock(&m);
  return 7;
}

int main(void) {
  thrd_t a, b;
  int x, y;
  mtx_init(&m, mtx_plain);
  cnd_init(&c);
  thrd_create(&a, run, NULL);
  thrd_create(&b, run, &m);
  thrd_join(a, &x);
  thrd_join(b, &y);
  assert(x == 7 && y == 7);
  return 0;
}
