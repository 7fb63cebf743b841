// must: functions that nobody defines: never called, they do not matter; called, they are named
// build: --heddle-forgiving
// expect: incomplete missing, which is not defined
#include <pthread.h>
int missing(int);
void never_called(void);
static int zero;
static void *call(void *unused) {
  if (missing(3) == 7 && zero)
    never_called();
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, call, NULL);
  pthread_join(t, NULL);
  return 0;
}
