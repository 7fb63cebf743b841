// expect: violated assertion
// The sibling of limits.c: two threads change one limit, and each believes
// that it stays.
#include <assert.h>
#include <pthread.h>
#include <sys/resource.h>

static void *thread(void *by) {
  struct rlimit r;
  getrlimit(RLIMIT_CORE, &r);
  rlim_t mine = r.rlim_cur = (rlim_t)(long)by;
  if (!setrlimit(RLIMIT_CORE, &r)) {
    getrlimit(RLIMIT_CORE, &r);
    assert(r.rlim_cur == mine);
  }
  return NULL;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, thread, (void *)0);
  pthread_create(&b, NULL, thread, (void *)0x1000);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
