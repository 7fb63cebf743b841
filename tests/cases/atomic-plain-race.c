// must: data race: a plain write against an atomic block
// expect: violated race
#include <heddle/rt.h>
#include <pthread.h>
static int x;
static void *f(void *a) { heddle_atomic_begin(); x++; heddle_atomic_end(); return a; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  x = 5;
  pthread_join(t, 0);
  return 0;
}
