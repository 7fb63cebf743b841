/* Formatted input, and lines of any length. */
#include <errno.h>
#include <stdarg.h>

#include "rt/calls.h"
#include "rt/format.h"
#include "rt/kernel.h"
#include "rt/rt.h"
#include "rt/stdio.h"

/* From a text, or from a stream. */
static int scan(const char *s, FILE *f, const char *fmt, va_list args,
                unsigned first) {
  struct rt_call k;
  uint64_t longest = 0;
  rt_call_open(&k, heddle_here);
  if (s)
    rt_call_text(&k, 0, s, PTRDIFF_MAX, 1);
  rt_call_text(&k, s || f != stdin, fmt, PTRDIFF_MAX, 1);
  if (f)
    rt_stream_use(f, false, k.site);
  else
    longest = strlen(s) + 1;
  rt_scan_room(&k, fmt, args, longest, first);
  va_list again;
  va_copy(again, args);
  rt_library_lend(true); /* %ms */
  rt_call_enter(&k);
  int count = s ? vsscanf(s, fmt, again) : vfscanf(f, fmt, again);
  va_end(again);
  rt_call_leave(&k);
  rt_library_lend(false);
  rt_scan_wrote(&k, fmt, args, count, first);
  rt_call_close(&k);
  return count;
}

int heddle_vsscanf(const char *s, const char *fmt, va_list args) {
  return scan(s, NULL, fmt, args, NO_ARGUMENT);
}

int heddle_vfscanf(FILE *f, const char *fmt, va_list args) {
  return scan(NULL, f, fmt, args, NO_ARGUMENT);
}

int heddle_vscanf(const char *fmt, va_list args) {
  return scan(NULL, stdin, fmt, args, NO_ARGUMENT);
}

#define SCANNED(call)                                                          \
  va_list args;                                                                \
  va_start(args, fmt);                                                         \
  int count = call;                                                            \
  va_end(args);                                                                \
  return count

int heddle_sscanf(const char *s, const char *fmt, ...) {
  SCANNED(scan(s, NULL, fmt, args, 2));
}

int heddle_fscanf(FILE *f, const char *fmt, ...) {
  SCANNED(scan(NULL, f, fmt, args, 2));
}

int heddle_scanf(const char *fmt, ...) {
  SCANNED(scan(NULL, stdin, fmt, args, 1));
}

/* --- lines -------------------------------------------------------------- */

/* Into memory of ours first: where it goes is seen to be written. */
ssize_t heddle_getdelim(char **line, size_t *size, int end, FILE *f) {
  struct rt_call k;
  char *got = NULL;
  size_t room = 0;
  rt_call_open(&k, heddle_here);
  if (!line || !size) {
    errno = EINVAL;
    return -1;
  }
  rt_call_read(&k, 0, line, sizeof *line);
  rt_call_read(&k, 1, size, sizeof *size);
  rt_stream_use(f, false, k.site);
  rt_call_enter(&k);
  ssize_t len = getdelim(&got, &room, end, f);
  char *to = *line;
  size_t most = *size;
  rt_call_leave(&k);
  if (len >= 0 && (!to || most <= (size_t)len)) {
    most = (size_t)len < 120 ? 120 : 2 * (size_t)len;
    heddle_here = k.site;
    to = heddle_realloc(to, most);
    if (to) {
      rt_call_wrote(&k, 0, line, sizeof *line);
      *line = to;
      rt_call_wrote(&k, 1, size, sizeof *size);
      *size = most;
    }
  }
  if (len >= 0 && to) {
    rt_call_wrote(&k, NO_ARGUMENT, to, (size_t)len + 1);
    memcpy(to, got, (size_t)len + 1);
  }
  free(got);
  rt_call_close(&k);
  return to ? len : -1;
}

ssize_t heddle_getline(char **line, size_t *size, FILE *f) {
  return heddle_getdelim(line, size, '\n', f);
}

char *heddle_fgets(char *to, int size, FILE *f) {
  struct rt_call k;
  rt_call_open(&k, heddle_here);
  rt_stream_use(f, false, k.site);
  if (size > 0)
    rt_call_room(&k, 0, to, (uint64_t)size);
  rt_call_enter(&k);
  char *got = fgets(to, size, f);
  rt_call_leave(&k);
  if (got)
    rt_call_wrote(&k, 0, to,
                  rt_text_size(rt_call_new(&k, to), (uint64_t)size, 1));
  rt_call_close(&k);
  return got;
}

int heddle_getchar(void) {
  rt_stream_use(stdin, false, heddle_here);
  return fgetc(stdin);
}

int heddle_getchar_unlocked(void) {
  rt_stream_use(stdin, true, heddle_here);
  return fgetc(stdin);
}

size_t heddle_fread(void *to, size_t size, size_t count, FILE *f) {
  struct rt_call k;
  size_t all;
  rt_call_open(&k, heddle_here);
  if (__builtin_mul_overflow(size, count, &all))
    all = 0;
  rt_stream_use(f, false, k.site);
  rt_call_room(&k, 0, to, all);
  rt_call_enter(&k);
  size_t got = fread(to, size, count, f);
  rt_call_leave(&k);
  rt_call_wrote(&k, 0, to, got * size);
  rt_call_close(&k);
  return got;
}
