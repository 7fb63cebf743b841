// A signal to the process is for its first thread, unless that blocks it.
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t got;
static pthread_t first;

static void handler(int number) {
  (void)number;
  assert(pthread_equal(pthread_self(), first));
  got = 1;
}

static void *thread(void *unused) {
  kill(getpid(), SIGTERM);
  return unused;
}

int main(void) {
  pthread_t t;
  first = pthread_self();
  signal(SIGTERM, handler);
  pthread_create(&t, NULL, thread, NULL);
  pthread_join(t, NULL);
  assert(got);
  return 0;
}
