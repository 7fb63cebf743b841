#include "exec/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

/* What a process has used and does. */
struct usage {
  double cpu; /* seconds */
  bool runs;  /* it runs, or would if it were let */
};

/* The state by what the kernel says of it; the time by its clock, which is
 * finer. */
static struct usage usage_of(pid_t pid) {
  struct text t = {0};
  struct timespec cpu = {0};
  clockid_t clock;
  char path[64], state = 0;
  snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
  if (text_read_file(&t, path)) {
    const char *after = strrchr(text_str(&t), ')');
    if (after)
      sscanf(after, ") %c", &state);
  }
  text_free(&t);
  if (!clock_getcpuclockid(pid, &clock))
    clock_gettime(clock, &cpu);
  return (struct usage){(double)cpu.tv_sec + (double)cpu.tv_nsec * 1e-9,
                        state == 'R'};
}

/* Of the process that is in the run: with WIRE_FORK that is its child. */
static struct usage usage(const struct wire *w, pid_t pid) {
  struct usage u = usage_of(pid);
  if (!(w->flags & WIRE_FORK))
    return u;
  struct text t = {0};
  char path[64];
  snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", (long)pid,
           (long)pid);
  if (text_read_file(&t, path) && t.len) {
    struct usage child = usage_of((pid_t)strtol(text_str(&t), NULL, 10));
    u = (struct usage){u.cpu + child.cpu, child.runs};
  }
  text_free(&t);
  return u;
}

void watch_look(struct process_watch *w, const struct wire *wire, pid_t pid) {
  struct usage u = usage(wire, pid);
  double now = clock_wall();
  if (!w->wall || w->begun != wire->begun || w->steps != wire->steps ||
      w->done != wire->done || w->waits != wire->waits)
    *w = (struct process_watch){.begun = wire->begun,
                                .steps = wire->steps,
                                .done = wire->done,
                                .waits = wire->waits,
                                .wall = now,
                                .cpu = u.cpu};
  w->now_wall = now;
  w->now_cpu = u.cpu;
  w->looks++;
  w->ran += u.runs;
}

enum watched watch_judge(const struct process_watch *w, double spins,
                         double blocked) {
  enum { LEAST = 3 }; /* looks, before it is said to sleep */
  if (w->now_cpu - w->cpu >= spins)
    return WATCH_SPINS;
  if (w->now_wall - w->wall >= blocked && w->looks >= LEAST &&
      w->ran * 4 < w->looks)
    return WATCH_BLOCKED;
  return WATCH_MOVES;
}
