/* A lock of a file that another description holds.
 * names: main is blocked in flock\(\) at line 11: not modelled */
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>

int main(void) {
  FILE *f = tmpfile();
  char path[64];
  snprintf(path, sizeof path, "/proc/self/fd/%d", f ? fileno(f) : 0);
  return !f || flock(fileno(f), LOCK_EX) || flock(open(path, O_RDWR), LOCK_EX);
}
