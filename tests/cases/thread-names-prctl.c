// must: prctl names the thread that calls it, cut to what there is room for
// expect: holds
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/prctl.h>
static void *work(void *u) {
  char name[16];
  assert(!prctl(PR_SET_NAME, "a name that is too long"));
  assert(!prctl(PR_GET_NAME, name) && !strcmp(name, "a name that is "));
  return u;
}
int main(void) {
  pthread_t t;
  char name[16];
  pthread_setname_np(pthread_self(), "first");
  pthread_create(&t, NULL, work, NULL);
  assert(!prctl(PR_GET_NAME, name) && !strcmp(name, "first"));
  pthread_join(t, NULL);
  return 0;
}
