// must: two real-time signals break in twice, in their order, together or apart
// expect: holds
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
static atomic_int last, steps;
static void handler(int number, siginfo_t *info, void *context) {
  (void)number, (void)context;
  assert(info->si_value.sival_int == last + 1);
  last++;
}
static void *work(void *unused) {
  steps++;
  while (last < 2)
    ;
  return unused;
}
int main(void) {
  pthread_t t;
  struct sigaction a = {.sa_sigaction = handler, .sa_flags = SA_SIGINFO};
  sigaction(SIGRTMIN, &a, NULL);
  pthread_create(&t, NULL, work, NULL);
  for (int i = 1; i < 3; i++)
    pthread_sigqueue(t, SIGRTMIN, (union sigval){.sival_int = i});
  pthread_join(t, NULL);
  return 0;
}
