// must: the assertion fails: main renames the thread
// expect: violated assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <string.h>
static void *f(void *u) {
  char name[16]; pthread_attr_t a; void *base; size_t size; cpu_set_t cpus; int old;
  pthread_setname_np(pthread_self(), "worker");
  assert(!pthread_getname_np(pthread_self(), name, sizeof name) && !strcmp(name, "worker"));
  assert(!pthread_getattr_np(pthread_self(), &a) && !pthread_attr_getstack(&a, &base, &size));
  assert((char *)base <= (char *)&size && (char *)&size < (char *)base + size);
  assert(!pthread_getaffinity_np(pthread_self(), sizeof cpus, &cpus) && CPU_COUNT(&cpus) > 0);
  assert(!pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &old) && old == PTHREAD_CANCEL_ENABLE);
  assert(!pthread_setcancelstate(old, &old) && old == PTHREAD_CANCEL_DISABLE);
  pthread_testcancel();
  return u;
}
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_setname_np(t, "other"); pthread_join(t, 0); return 0; }
