// expect: violated race
// beside: library.c
// The function that is called back is as visible as any other.
#include "beside/library.h"

static int count;

static int add(int n) {
  count += n;
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
