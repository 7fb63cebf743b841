#include "base/clock.h"

#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

static double seconds(clockid_t id) {
  struct timespec t;
  clock_gettime(id, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

double clock_wall(void) { return seconds(CLOCK_MONOTONIC); }

double clock_cpu(void) { return seconds(CLOCK_PROCESS_CPUTIME_ID); }

double clock_thread_cpu(void) { return seconds(CLOCK_THREAD_CPUTIME_ID); }

uint64_t clock_rss(void) {
  FILE *f = fopen("/proc/self/statm", "r");
  if (!f)
    return 0;
  unsigned long total = 0, resident = 0;
  if (fscanf(f, "%lu %lu", &total, &resident) != 2)
    resident = 0;
  fclose(f);
  return (uint64_t)resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

uint64_t clock_rss_peak(void) {
  struct rusage u;
  return getrusage(RUSAGE_SELF, &u) ? 0 : (uint64_t)u.ru_maxrss * 1024;
}

unsigned clock_cores(void) {
  cpu_set_t set;
  if (!sched_getaffinity(0, sizeof set, &set) && CPU_COUNT(&set) > 0)
    return (unsigned)CPU_COUNT(&set);
  return 1;
}

bool clock_has_room(void) {
  unsigned running = 0;
  FILE *f = fopen("/proc/loadavg", "r");
  if (f && fscanf(f, "%*s %*s %*s %u", &running) != 1)
    running = 0;
  if (f)
    fclose(f);
  return running <= clock_cores();
}
