// must: hold: main leaves while threads stand at a block and at a write
// expect: holds
#include <heddle/rt.h>
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int x, y;
static void *a(void *u) { x = 1; return u; }
static void *b(void *u) {
  heddle_atomic_begin();
  y = x + 1;
  heddle_atomic_end();
  return u;
}
int main(void) {
  pthread_t ta, tb;
  pthread_create(&ta, NULL, a, NULL);
  pthread_create(&tb, NULL, b, NULL);
  return 0;
}
