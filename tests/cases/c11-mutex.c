// must: hold: nothing but threads.h is used
// expect: holds
#include <threads.h>
static mtx_t m;
static int x;
static int f(void *u) {
  (void)u;
  mtx_lock(&m);
  x++;
  mtx_unlock(&m);
  return 0;
}
int main(void) {
  thrd_t t;
  mtx_init(&m, mtx_timed);
  thrd_create(&t, f, 0);
  f(0);
  thrd_join(t, 0);
  mtx_destroy(&m);
  return x != 2;
}
