// An unlock that fails is one of a destroyed mutex if that comes first.
// expect: violated misuse
#define _GNU_SOURCE
#include <errno.h>
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;

static void *use(void *unused) {
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, use, NULL);
  pthread_mutex_destroy(&m);
  pthread_join(t, NULL);
  return 0;
}
