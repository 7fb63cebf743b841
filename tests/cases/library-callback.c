// expect: incomplete library_each
// beside: library.c
// The function that is called back is as visible as any other, and right.
#include "beside/library.h"

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static int count;

static int add(int n) {
  pthread_mutex_lock(&mutex);
  count += n;
  pthread_mutex_unlock(&mutex);
  return n;
}
static void *work(void *arg) {
  const int all[] = {1, 2};
  library_each(all, 2, add);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
}
