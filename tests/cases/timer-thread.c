// A timer starts a thread, which races with who does not wait for it.
// expect: violated race
#include <signal.h>
#include <time.h>

static int value;

static void comes(union sigval v) {
  value = v.sival_int;
}

int main(void) {
  timer_t t;
  struct sigevent e = {.sigev_notify = SIGEV_THREAD,
                       .sigev_notify_function = comes,
                       .sigev_value = {.sival_int = 7}};
  struct itimerspec in = {.it_value = {1, 0}};
  timer_create(CLOCK_MONOTONIC, &e, &t);
  timer_settime(t, 0, &in, NULL);
  value++;
  return 0;
}
