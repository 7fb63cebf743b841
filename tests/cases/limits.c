// expect: holds
// What a process sets as its limits it gets, and the next run starts anew.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sys/resource.h>

static void *thread(void *unused) {
  struct rlimit r;
  assert(!getrlimit(RLIMIT_NOFILE, &r));
  assert(r.rlim_cur != 7);
  r.rlim_cur = r.rlim_max < 9 ? r.rlim_max : 9;
  assert(!setrlimit(RLIMIT_NOFILE, &r));
  return unused;
}

int main(void) {
  pthread_t t;
  struct rlimit r, wrong = {2, 1};
  assert(setrlimit(RLIMIT_NOFILE, &wrong) == -1 && errno == EINVAL);
  pthread_create(&t, NULL, thread, NULL);
  assert(!getrlimit(RLIMIT_CORE, &r));
  pthread_join(t, NULL);
  assert(!getrlimit(RLIMIT_NOFILE, &r) && r.rlim_cur == 9);
  r.rlim_cur = 7;
  assert(!setrlimit(RLIMIT_NOFILE, &r));
  return 0;
}
