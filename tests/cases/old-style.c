// must: what gcc only warns of is compiled: undeclared functions, an int for a pointer, no type
// expect: violated assertion
#include <assert.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static long total;
static first = 1;

static void *add(void *p) {
  pthread_mutex_lock(&m);
  long seen = total;
  pthread_mutex_unlock(&m);
  usleep(1);
  pthread_mutex_lock(&m);
  total = seen + first;
  pthread_mutex_unlock(&m);
  return 0;
}

static int *count(p) char *p; {
  return p;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, add, 0);
  pthread_create(&b, 0, add, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  long where = count("x");
  assert(where && total == 2);
  return 0;
}
