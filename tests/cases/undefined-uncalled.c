// must: no failure, every schedule covered: what is not defined is never called
// build: --heddle-forgiving
// expect: holds
#include <pthread.h>
void never_called(void);
static volatile int zero;
static void *look(void *unused) {
  if (zero)
    never_called();
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, look, NULL);
  pthread_join(t, NULL);
  return 0;
}
