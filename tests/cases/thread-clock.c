// must: the clock of the thread itself
// expect: holds
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <time.h>
int main(void) {
  clockid_t own;
  struct timespec now;
  assert(!pthread_getcpuclockid(pthread_self(), &own));
  assert(!clock_gettime(own, &now));
  return 0;
}
