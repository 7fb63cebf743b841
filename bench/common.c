#include <sched.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/text.h"
#include "bench/common.h"

static char folder[] = "/tmp/heddle-bench-XXXXXX";

static double seconds_of(const struct rusage *u) {
  return (double)(u->ru_utime.tv_sec + u->ru_stime.tv_sec) +
         1e-6 * (double)(u->ru_utime.tv_usec + u->ru_stime.tv_usec);
}

double bench_cpu(void) {
  struct rusage self, children;
  getrusage(RUSAGE_SELF, &self);
  getrusage(RUSAGE_CHILDREN, &children);
  return seconds_of(&self) + seconds_of(&children);
}

char *bench_build(const char *source) {
  static unsigned number;
  struct text binary = {0}, command = {0};
  text_printf(&binary, "%s/%u", folder, number++);
  text_printf(&command, "'%s' cc '%s' -o '%s'", getenv("HEDDLE"), source,
              text_str(&binary));
  if (system(text_str(&command))) {
    fprintf(stderr, "%s does not build\n", source);
    exit(1);
  }
  text_free(&command);
  return binary.at;
}

bool bench_begin(void) {
  cpu_set_t one;
  CPU_ZERO(&one);
  CPU_SET((unsigned)sched_getcpu(), &one);
  sched_setaffinity(0, sizeof one, &one);
  return getenv("HEDDLE") && mkdtemp(folder);
}

int bench_end(void) {
  struct text command = {0};
  text_printf(&command, "rm -rf '%s'", folder);
  int status = system(text_str(&command));
  text_free(&command);
  return status != 0;
}
