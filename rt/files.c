/* Files are real.  What a run opened and left open is closed by the reset;
 * bytes that come in are written to the program's memory. */
#include <fcntl.h>
#include <stdarg.h>
#include <sys/syscall.h>

#include "rt/calls.h"
#include "rt/rt.h"

static int first_file = 64; /* descriptors of a run are from here on */
static bool opened;

/* Moves a descriptor up, so that the reset knows it. */
static int keep(int file) {
  opened = true;
  return file;
}

void rt_files_begin(void) {
  int probe = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (probe >= 0)
    close(probe);
  first_file = probe >= 0 ? probe : 64;
}

void rt_files_reset(void) {
  if (!opened)
    return;
  opened = false;
  syscall(SYS_close_range, first_file, ~0u, 0);
}

static mode_t mode_of(int flags, va_list args) {
  return flags & (O_CREAT | O_TMPFILE) ? va_arg(args, mode_t) : 0;
}

int heddle_open(const char *path, int flags, ...) {
  va_list args;
  va_start(args, flags);
  mode_t mode = mode_of(flags, args);
  va_end(args);
  return keep(open(path, flags, mode));
}

int heddle_openat(int folder, const char *path, int flags, ...) {
  va_list args;
  va_start(args, flags);
  mode_t mode = mode_of(flags, args);
  va_end(args);
  return keep(openat(folder, path, flags, mode));
}

FILE *heddle_fopen(const char *path, const char *mode) {
  opened = true;
  return fopen(path, mode);
}

int heddle_dup(int file) { return keep(dup(file)); }

ssize_t heddle_read(int file, void *to, size_t len) {
  rt_range_write(to, len, heddle_here);
  return read(file, to, len);
}

size_t heddle_fread(void *to, size_t size, size_t count, FILE *f) {
  rt_range_write(to, size * count, heddle_here);
  return fread(to, size, count, f);
}

char *heddle_fgets(char *to, int size, FILE *f) {
  if (size > 0)
    rt_range_write(to, (uint64_t)size, heddle_here);
  return fgets(to, size, f);
}

int heddle_open64(const char *path, int flags, ...) {
  va_list args;
  va_start(args, flags);
  mode_t mode = mode_of(flags, args);
  va_end(args);
  return keep(open64(path, flags, mode));
}

FILE *heddle_fopen64(const char *path, const char *mode) {
  return heddle_fopen(path, mode);
}
