/* Crashes at a line that has no visible operation, in some schedules. */
#include <pthread.h>

static int ready, *where;
static int dummy;

static void *setter(void *unused) {
  (void)unused;
  where = &dummy;
  ready = 1;
  return 0;
}

static int follow(int *volatile p) {
  int *q = p;
  int result =
      *q; /* the line of the crash */
  return result;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, setter, 0);
  int got = ready;
  int *p = where;
  int result = got ? 0 : follow(p);
  pthread_join(t, 0);
  return result;
}
