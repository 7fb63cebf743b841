// must: no failure, every schedule covered: each local is set on the ways on which it is read
// expect: holds
#include <assert.h>
#include <pthread.h>
static int n;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *arg) {
  int first, last = 0;
  for (int i = 0; i < 3; i++) {
    int fresh;
    if (i == 0)
      first = 1;
    else
      fresh = 1;
    if (i > 0)
      last = first + fresh;
  }
  pthread_mutex_lock(&m);
  n += last;
  pthread_mutex_unlock(&m);
  return arg;
}
int main(void) {
  pthread_t t;
  int code;
  pthread_create(&t, NULL, add, NULL);
  add(NULL);
  pthread_join(t, NULL);
  switch (n) {
  case 4:
    code = 0;
    break;
  }
  return code;
}
