/* Files are real.  What a run opened and left open is closed by the reset;
 * bytes that come in are written to the program's memory.
 *
 * A FILE is memory of the run (library.c), so that its address is the same in
 * every run; libc has it in a list, so it is closed before the heap is
 * reset. */
#include <fcntl.h>
#include <stdarg.h>
#include <stdio_ext.h>
#include <sys/syscall.h>

#include "rt/calls.h"
#include "rt/rt.h"

enum { STREAMS = 64 };

static int first_file = 64; /* descriptors of a run are from here on */
static bool opened;
static FILE *streams[STREAMS];
static unsigned streams_len;

static int keep(int file) {
  opened = rt.outside = true;
  return file;
}

void rt_files_begin(void) {
  int probe = open("/dev/null", O_RDONLY | O_CLOEXEC);
  if (probe >= 0)
    close(probe);
  first_file = probe >= 0 ? probe : 64;
}

void rt_files_reset(bool whole) {
  while (streams_len) {
    FILE *f = streams[--streams_len];
    if (!whole)
      __fpurge(f);
    fclose(f);
  }
  if (!opened)
    return;
  opened = false;
  syscall(SYS_close_range, first_file, ~0u, 0);
}

/* --- streams ------------------------------------------------------------ */

static FILE *keep_stream(FILE *f) {
  rt_library_lend(false);
  opened = rt.outside = true;
  if (f && streams_len < STREAMS)
    streams[streams_len++] = f;
  return f;
}

/* Memory was freed; when it was a stream's, the stream was closed. */
void rt_files_freed(const void *p) {
  for (unsigned i = 0; i < streams_len; i++)
    if (streams[i] == p) {
      streams[i] = streams[--streams_len];
      return;
    }
}

FILE *heddle_fopen(const char *path, const char *mode) {
  rt_library_lend(true);
  return keep_stream(fopen(path, mode));
}

FILE *heddle_fopen64(const char *path, const char *mode) {
  return heddle_fopen(path, mode);
}

FILE *heddle_fdopen(int file, const char *mode) {
  rt_library_lend(true);
  return keep_stream(fdopen(file, mode));
}

/* The standard streams are not the run's to close: the next needs them. */
int heddle_fclose(FILE *f) {
  if (f != stdin && f != stdout && f != stderr)
    return fclose(f);
  return f == stdin ? 0 : heddle_fflush(f);
}

FILE *heddle_tmpfile(void) {
  rt_library_lend(true);
  return keep_stream(tmpfile());
}

DIR *heddle_opendir(const char *path) {
  rt_library_lend(true);
  DIR *d = opendir(path);
  rt_library_lend(false);
  opened = rt.outside = true;
  return d;
}

/* --- descriptors -------------------------------------------------------- */

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

int heddle_close(int file) {
  return file >= 0 && file <= STDERR_FILENO ? 0 : close(file);
}

int heddle_dup(int file) { return keep(dup(file)); }

ssize_t heddle_read(int file, void *to, size_t len) {
  rt.outside = true;
  rt_range_write(to, len, heddle_here);
  return read(file, to, len);
}

size_t heddle_fread(void *to, size_t size, size_t count, FILE *f) {
  rt.outside = true;
  rt_range_write(to, size * count, heddle_here);
  return fread(to, size, count, f);
}

char *heddle_fgets(char *to, int size, FILE *f) {
  rt.outside = true;
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
