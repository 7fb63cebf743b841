// expect: incomplete library_locked
// beside: library.c
// A lock of the library is held while the program's function waits.
#include "beside/library.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int add(int n) {
  pthread_mutex_lock(&mutex);
  count += n;
  pthread_mutex_unlock(&mutex);
  return n;
}

static void once(void) { add(1); }
static void *work(void *arg) {
  library_locked(once);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
}
