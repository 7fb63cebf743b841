/* Past the C library.
 * names: sleeper is blocked in syscall\(\) at line 9: not modelled */
#include <pthread.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static void *sleeper(void *unused) {
  syscall(SYS_nanosleep, &(struct timespec){.tv_sec = 1000}, NULL);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, sleeper, NULL);
  pthread_join(t, NULL);
  return 0;
}
