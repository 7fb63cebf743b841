// must: not deterministic: incomplete by name, tested at random
// expect: incomplete syscall
// options: --no-races -n 200
#include <pthread.h>
#include <unistd.h>
#include <sys/syscall.h>
#include <time.h>
static int x, y;
static void *f(void *u) { x++; return u; }
int main(void) {
  struct timespec ts;
  pthread_t t;
  pthread_create(&t, 0, f, 0);
  syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &ts);
  if (ts.tv_nsec / 16 & 1) y++; else x++;
  x++;
  pthread_join(t, 0);
  return 0;
}
