// expect: violated deadlock
// What is handled frees nobody: a signal that came while the thread waited is
// no reason to wait less, and where it came before, the same threads wait at
// the same places.
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void handler(int number) { (void)number; }

static void *thread(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  signal(SIGUSR1, handler);
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, thread, NULL);
  pthread_kill(t, SIGUSR1);
  pthread_join(t, NULL);
  return 0;
}
