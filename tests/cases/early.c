// must: the assertion fails: found by the default in a few executions
// only: auto
// options: -n 2000
// expect: violated assertion
#include <assert.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready, sum;
static void add(void) { pthread_mutex_lock(&m); sum++; pthread_mutex_unlock(&m); }
static void *init(void *u) { pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m); for (int i = 0; i < 8; i++) add(); return u; }
static void *use(void *u) { pthread_mutex_lock(&m); assert(ready); pthread_mutex_unlock(&m); for (int i = 0; i < 8; i++) add(); return u; }
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, init, 0); pthread_create(&b, 0, use, 0); pthread_create(&c, 0, use, 0);
  pthread_join(a, 0); pthread_join(b, 0); pthread_join(c, 0);
  return 0;
}
