// An alarm that is switched off may have come before.
// expect: violated assertion
#include <assert.h>
#include <signal.h>
#include <unistd.h>

static volatile sig_atomic_t rung;

static void handler(int number) {
  (void)number;
  rung = 1;
}

int main(void) {
  signal(SIGALRM, handler);
  alarm(1);
  rung = 0;
  alarm(0);
  assert(!rung);
  return 0;
}
