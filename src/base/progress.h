/* progress: how a long job talks to whoever started it.
 *
 * The job calls progress_due now and then (it costs a few nanoseconds) and,
 * when it is true, fills in a progress_now and calls progress_show; between
 * two calls it looks at progress_stop.  cli/ draws the line on a terminal
 * and turns Ctrl-C into `stop`; a library user may leave everything zero. */
#ifndef BASE_PROGRESS_H
#define BASE_PROGRESS_H

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* One figure of the line: "states" 12400331. */
struct progress_figure {
  const char *name;
  uint64_t value;
};

struct progress {
  void (*show)(void *user, const char *job, double seconds,
               const struct progress_figure *figures, size_t count);
  void *user;
  const volatile sig_atomic_t *stop; /* not zero: end with what you have */
  double started, last;              /* kept by progress_due */
};

/* At most about five times a second.  Reads the clock: call it every few
 * thousand steps. */
bool progress_due(struct progress *p);
void progress_show(struct progress *p, const char *job,
                   const struct progress_figure *figures, size_t count);
static inline bool progress_stopped(const struct progress *p) {
  return p && p->stop && *p->stop;
}

#endif
