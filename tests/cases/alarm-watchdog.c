// An alarm that would end the process is a watchdog, and does not come.
// expect: holds
#include <pthread.h>
#include <unistd.h>

static void *thread(void *unused) {
  return unused;
}

int main(void) {
  pthread_t t;
  alarm(10);
  pthread_create(&t, NULL, thread, NULL);
  pthread_join(t, NULL);
  return alarm(0) != 10;
}
