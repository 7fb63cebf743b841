// must: no failure, every schedule covered: processors and priorities of a thread by the kernel's number of it, which is not another process's
// expect: holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <sched.h>
#include <sys/resource.h>
#include <unistd.h>
static void *f(void *u) {
  cpu_set_t cpus; struct sched_param p = {0}; pid_t t = gettid();
  assert(!sched_getaffinity(t, sizeof cpus, &cpus) && CPU_COUNT(&cpus) > 0);
  assert(!sched_setaffinity(t, sizeof cpus, &cpus) && !sched_setaffinity(0, sizeof cpus, &cpus));
  assert(sched_getscheduler(t) == SCHED_OTHER && !sched_setscheduler(t, SCHED_BATCH, &p));
  assert(sched_setscheduler(t, SCHED_FIFO, &p) == -1 && errno == EPERM);
  assert(!sched_getparam(t, &p) && p.sched_priority == 0 && !sched_setparam(t, &p));
  assert(!setpriority(PRIO_PROCESS, t, 5)); errno = 0; getpriority(PRIO_PROCESS, t); assert(!errno);
  assert(setpriority(PRIO_PROCESS, getppid(), 5) == -1 && (errno == EPERM || errno == ESRCH));
  assert(sched_setaffinity(getppid(), sizeof cpus, &cpus) == -1);
  return u;
}
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); pthread_join(t, 0); return 0; }
