#include "exec/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"

/* What a process has used and does. */
struct usage {
  double cpu; /* seconds */
  bool runs;  /* it runs, or would if it were let */
};

static struct usage usage_of(long pid) {
  struct text t = {0};
  char path[64], state = 0;
  unsigned long user = 0, system = 0;
  snprintf(path, sizeof path, "/proc/%ld/stat", pid);
  if (text_read_file(&t, path)) {
    const char *after = strrchr(text_str(&t), ')');
    if (after)
      sscanf(after, ") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu",
             &state, &user, &system);
  }
  text_free(&t);
  return (struct usage){(double)(user + system) / (double)sysconf(_SC_CLK_TCK),
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
    struct usage child = usage_of(strtol(text_str(&t), NULL, 10));
    u = (struct usage){u.cpu + child.cpu, child.runs};
  }
  text_free(&t);
  return u;
}

void watch_look(struct watch *w, const struct wire *wire, pid_t pid) {
  struct usage u = usage(wire, pid);
  double now = clock_wall();
  if (!w->wall || w->begun != wire->begun || w->steps != wire->steps ||
      w->done != wire->done)
    *w = (struct watch){.begun = wire->begun, .steps = wire->steps,
                        .done = wire->done, .wall = now, .cpu = u.cpu};
  w->now_wall = now;
  w->now_cpu = u.cpu;
  w->looks++;
  w->ran += u.runs;
}

enum watched watch_judge(const struct watch *w, double spins, double blocked) {
  enum { LEAST = 4 }; /* looks, before it is said to sleep */
  if (w->now_cpu - w->cpu >= spins)
    return WATCH_SPINS;
  if (w->now_wall - w->wall >= blocked && w->looks >= LEAST &&
      w->ran * 4 < w->looks)
    return WATCH_BLOCKED;
  return WATCH_MOVES;
}
