/* Broken-down time in memory of the library's: localtime and gmtime share one
 * place, asctime and ctime another, and nobody holds a lock.  Which time zone
 * it is stands in the environment (attributes(7): env). */
#include <errno.h>
#include <sys/resource.h>
#include <sys/times.h>

#include "rt/calls.h"
#include "rt/rt.h"

static struct tm broken PUT_BACK;
static char text[32] PUT_BACK;

static const struct heddle_global names[] NAMED = {
    {&broken, "localtime()", sizeof broken, sizeof broken, 0},
    {text, "asctime()", sizeof text, sizeof text, 0}};

static struct tm *break_down(const time_t *t,
                             struct tm *(*how)(const time_t *, struct tm *)) {
  heddle_at site = heddle_here;
  rt_argument_read(0, t, sizeof *t, site);
  time_t at = *t;
  rt_environment_look(site);
  rt_range_write(&broken, sizeof broken, site);
  return how(&at, &broken);
}

struct tm *heddle_localtime(const time_t *t) {
  return break_down(t, localtime_r);
}

struct tm *heddle_gmtime(const time_t *t) {
  return break_down(t, gmtime_r);
}

char *heddle_asctime(const struct tm *t) {
  heddle_at site = heddle_here;
  rt_argument_read(0, t, sizeof *t, site);
  struct tm at = *t;
  rt_range_write(text, 26, site);
  return asctime_r(&at, text);
}

/* Is asctime(localtime(t)). */
char *heddle_ctime(const time_t *t) {
  heddle_at site = heddle_here;
  struct tm *at = heddle_localtime(t);
  heddle_here = site;
  struct tm copy = *at;
  rt_range_write(text, 26, site);
  return asctime_r(&copy, text);
}

/* --- time that was used, by the clock of the thread ---------------------- */

static uint64_t microseconds(void) {
  return (uint64_t)heddle_clock() * 1000000 / CLOCKS_PER_SEC;
}

clock_t heddle_times(struct tms *t) {
  heddle_at site = heddle_here;
  clock_t ticks =
      (clock_t)(microseconds() * (uint64_t)sysconf(_SC_CLK_TCK) / 1000000);
  if (t) {
    rt_argument_write(0, t, sizeof *t, site, (uint64_t)ticks);
    *t = (struct tms){.tms_utime = ticks};
  }
  return ticks;
}

int heddle_getrusage(__rusage_who_t who, struct rusage *r) {
  heddle_at site = heddle_here;
  uint64_t used = microseconds();
  if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != RUSAGE_THREAD) {
    errno = EINVAL;
    return -1;
  }
  rt_argument_write(1, r, sizeof *r, site, used);
  *r = (struct rusage){
      .ru_utime = {(time_t)(used / 1000000), (suseconds_t)(used % 1000000)}};
  return 0;
}
