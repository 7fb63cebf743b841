/* Formatted input, and lines of any length. */
#include <errno.h>
#include <stdarg.h>

#include "rt/calls.h"
#include "rt/format.h"
#include "rt/expression.h"
#include "rt/inputs.h"
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
  if (f)
    rt_inputs_lose(fileno(f), k.site);
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

/* A stream, and how far it was read before. */
struct from {
  const struct inputs_file *file; /* NULL: not of inputs */
  uint64_t at;
};

static struct from from_of(FILE *f) {
  struct from out = {rt_inputs_file(fileno(f)), 0};
  if (out.file)
    out.at = (uint64_t)ftello(f);
  return out;
}

static uint64_t read_since(const struct from *from, FILE *f) {
  return from->file ? (uint64_t)ftello(f) - from->at : 0;
}

/* Where a line ends is decided byte by byte. */
static void decide_line(const struct from *from, int end, uint64_t most,
                        heddle_at site) {
  uint32_t e;
  for (uint64_t i = 0;
       i < most && (e = rt_inputs_byte(from->file, from->at + i)); i++)
    if (rt_sym_decide(
            rt_sym_make(SYM_EQ, 1, e, rt_sym_const(8, (uint8_t)end), 0, 0),
            site))
      return;
}

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
  const struct from from = from_of(f);
  decide_line(&from, end, UINT64_MAX, k.site);
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
    rt_inputs_read(from.file, from.at, to, (uint64_t)len, k.site);
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
  const struct from from = from_of(f);
  decide_line(&from, '\n', size > 0 ? (uint64_t)size - 1 : 0, k.site);
  if (size > 0)
    rt_call_room(&k, 0, to, (uint64_t)size);
  rt_call_enter(&k);
  char *got = fgets(to, size, f);
  rt_call_leave(&k);
  if (got && from.file)
    rt_call_wrote(&k, 0, to, read_since(&from, f) + 1);
  else if (got)
    rt_call_wrote(&k, 0, to,
                  rt_text_size(rt_call_new(&k, to), (uint64_t)size, 1));
  if (got)
    rt_inputs_read(from.file, from.at, to, read_since(&from, f), k.site);
  rt_call_close(&k);
  return got;
}

static int character(const void *self, FILE *f, bool plain) {
  rt_stream_use(f, plain, heddle_here);
  const struct from from = from_of(f);
  int c = fgetc(f);
  uint32_t e = c == EOF ? 0 : rt_inputs_byte(from.file, from.at);
  if (e && (uint8_t)c == rt_sym_value(e)) /* nobody has put another back */
    rt_sym_returns(self, rt_sym_resize(e, 32));
  return c;
}

int heddle_getchar(void) {
  return character((void *)heddle_getchar, stdin, 0);
}

int heddle_getchar_unlocked(void) {
  return character((void *)heddle_getchar_unlocked, stdin, true);
}

int heddle_fgetc(FILE *f) {
  return character((void *)heddle_fgetc, f, false);
}

int heddle_getw(FILE *f) {
  rt_stream_use(f, false, heddle_here);
  rt_inputs_lose(fileno(f), heddle_here);
  return getw(f);
}

size_t heddle_fread(void *to, size_t size, size_t count, FILE *f) {
  struct rt_call k;
  size_t all;
  rt_call_open(&k, heddle_here);
  if (__builtin_mul_overflow(size, count, &all))
    all = 0;
  rt_stream_use(f, false, k.site);
  const struct from from = from_of(f);
  rt_call_room(&k, 0, to, all);
  rt_call_enter(&k);
  size_t got = fread(to, size, count, f);
  rt_call_leave(&k);
  rt_call_wrote(&k, 0, to, got * size);
  rt_inputs_read(from.file, from.at, to, got * size, k.site);
  rt_call_close(&k);
  return got;
}
