#include "exec/pair.h"

#include <time.h>

#include "base/clock.h"

enum { YIELDS = 40 };

static const double window = 0.01, share = 0.7;
static const double apart_least = 0.1, apart_most = 2;

static double used(const struct cpu_pair *p) {
  struct timespec t;
  if (clock_gettime(p->clock, &t))
    return 0;
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9 + clock_thread_cpu();
}

static void begin_window(struct cpu_pair *p, double now) {
  p->wall = now;
  p->explorer = pthread_self();
  p->used = used(p);
}

void pair_long(struct cpu_pair *p) {
  if (p->cpu >= 0)
    sched_setaffinity(p->pid, sizeof p->all, &p->all);
  p->cpu = -1;
}

static void separate(struct cpu_pair *p, double now) {
  pair_long(p);
  p->together = false;
  p->until = now + p->apart;
  p->apart = p->apart * 2 < apart_most ? p->apart * 2 : apart_most;
}

/* Where the explorer is now. */
static void keep_close(struct cpu_pair *p) {
  int cpu = sched_getcpu();
  if (cpu == p->cpu || cpu < 0 || cpu >= CPU_SETSIZE)
    return;
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET(cpu, &one);
  sched_setaffinity(p->pid, sizeof one, &one);
  p->cpu = cpu;
}

void pair_begin(struct cpu_pair *p, pid_t pid, bool alone) {
  *p = (struct cpu_pair){.pid = pid,
                         .cpu = -1,
                         .apart = apart_least,
                         .together = alone,
                         .until = alone ? 0 : 1e300};
  if (sched_getaffinity(pid, sizeof p->all, &p->all) ||
      clock_getcpuclockid(pid, &p->clock)) {
    p->together = false;
    p->until = 1e300;
  }
  if (p->together)
    begin_window(p, clock_wall());
}

uint32_t pair_hand_over(struct cpu_pair *p, double rested) {
  double now = clock_wall();
  p->wall += rested;
  if (!p->together && now >= p->until) {
    p->together = true;
    begin_window(p, now);
  }
  if (p->together && !pthread_equal(p->explorer, pthread_self()))
    begin_window(p, now);
  if (p->together && now - p->wall > window) {
    double got = used(p) - p->used;
    if (got < share * (now - p->wall))
      separate(p, now);
    else
      begin_window(p, now);
  }
  if (!p->together)
    return 0;
  keep_close(p);
  return YIELDS;
}
