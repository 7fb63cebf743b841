// By SA_RESTART a read goes on after the handler.
// expect: holds
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static int ends[2];

static void handler(int number) {
  (void)number;
}

static void *thread(void *unused) {
  char c;
  ssize_t n = read(ends[0], &c, 1);
  assert(n == 1 || errno == EINTR);
  assert(n == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  struct sigaction a = {.sa_handler = handler, .sa_flags = SA_RESTART};
  sigaction(SIGUSR1, &a, NULL);
  pipe(ends);
  pthread_create(&t, NULL, thread, NULL);
  pthread_kill(t, SIGUSR1);
  write(ends[1], "", 1);
  pthread_join(t, NULL);
  return 0;
}
