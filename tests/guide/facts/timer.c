/* expect: 3 (incomplete: setitimer of the processor's time at timer.c:6) */
#include <sys/time.h>

int main(void) {
  struct itimerval in = {{0, 0}, {1, 0}};
  setitimer(ITIMER_PROF, &in, 0);
  return 0;
}
