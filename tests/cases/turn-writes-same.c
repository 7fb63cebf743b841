// must: a turn that says each time that it does not want in, and looks whether others do, only waits (Burns)
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int f[2];
static int inside;
static void critical(void) {
  inside++;
  assert(inside == 1);
  inside--;
}
static void *first(void *a) {
  f[0] = 1;
  while (f[1])
    ;
  critical();
  f[0] = 0;
  return a;
}
static void *second(void *a) {
again:
  f[1] = 0;
  if (f[0])
    goto again;
  f[1] = 1;
  if (f[0])
    goto again;
  critical();
  f[1] = 0;
  return a;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, first, 0);
  pthread_create(&u, 0, second, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
