// must: no failure, every schedule covered; today a false crash
// expect: holds
#define _GNU_SOURCE
#include <pthread.h>
static void *w(void *u) { pthread_setname_np(pthread_self(), "w"); return u; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, w, 0);
  pthread_setname_np(a, "worker");
  pthread_join(a, 0);
  return 0;
}
