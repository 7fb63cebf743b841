/* Output: formatted, folded into a hash of what was printed, and kept only
 * for the run that is shown.  Files other than standard output and error are
 * libc's.
 *
 * What is printed is read, which are steps; that it is printed is none, and
 * each thread's output is folded by itself, so that the order in which threads
 * print makes no difference.  With --same-output it does: then each of the
 * two is an object that every call changes, and folded as it comes. */
#include "rt/stdio.h"

#include <errno.h>
#include <stdarg.h>

#include "rt/calls.h"
#include "rt/cancel.h"
#include "rt/format.h"
#include "rt/kernel.h"
#include "rt/rt.h"
#include "rt/stream.h"

bool rt_direct; /* no explorer: straight to the terminal */

static struct {
  uint64_t hash;
  int64_t wide; /* as rt/stdio.h says; an object has 16 bytes */
} printed[2] PUT_BACK_OF_ALL;

uint64_t rt_printed(void) { return printed[0].hash * 3 + printed[1].hash; }

/* The names of the two in stories. */
static const struct heddle_global names[2] NAMED = {
        {&printed[0], "stdout", 16, 16, 0},
        {&printed[1], "stderr", 16, 16, 0}};

static uint64_t fold(uint64_t h, const char *at, size_t len) {
  for (size_t i = 0; i < len; i++)
    h = (h ^ (uint8_t)at[i]) * UINT64_C(0x100000001b3);
  return h + len;
}

/* The step of a call that prints, if it is one. */
static void prints(unsigned which, heddle_at site) {
  if (rt.wire->flags & WIRE_SAME_OUTPUT)
    rt_state_use((uint64_t)&printed[which], true, false, site);
  if (UNLIKELY(rt_flock_pass != NULL))
    rt_flock_pass(which, site);
}

static void show(unsigned which, const char *at, size_t len) {
  struct wire *w = rt.wire;
  if (w->flags & WIRE_SAME_OUTPUT)
    printed[which].hash = fold(printed[which].hash, at, len);
  else
    rt.current->output = fold(rt.current->output, at, len);
  if (!rt.show)
    return;
  if (rt_direct) {
    fwrite(at, 1, len, stdout);
    return;
  }
  uint64_t room = w->output_cap - w->output_len;
  uint64_t fits = len < room ? len : room;
  memcpy((char *)w + w->output + w->output_len, at, fits);
  w->output_len += (uint32_t)fits;
  w->output_lost += (uint32_t)(len - fits);
}

bool rt_is_ours(const FILE *f) { return f == stdout || f == stderr; }

void heddle_standard_stream(const char *what, heddle_at site) {
  rt_escape_end(WHY_UNMODELLED, what, site);
}

int rt_stream_width(const FILE *f) { return (int)printed[f == stderr].wide; }

/* When several threads print both, who came first decides what is printed and
 * what the calls give, and printing is no step.  In each run the later of the
 * two comes here. */
bool rt_stream_takes(const FILE *f, int wide, heddle_at site) {
  int64_t *now = &printed[f == stderr].wide;
  if (!*now)
    *now = wide;
  if (LIKELY(*now == wide))
    return true;
  if (!rt_alone())
    rt_escape(WHY_UNMODELLED, "bytes and wide characters to one stream", site);
  return false;
}

/* What goes to ours comes back to nobody; what goes elsewhere may be read. */
void heddle_sym_printed(uint32_t e, const void *stream, heddle_at site) {
  if (!rt_is_ours(stream))
    heddle_sym_fix(e, ABI_PINNED, site);
}

/* --- formatted ---------------------------------------------------------- */

/* To one of ours, or to a stream, or to a descriptor; whatever it is, after the
 * reads comes the step of what is printed to. */
static int print(FILE *f, int file, const char *fmt, va_list args,
                 unsigned first) {
  struct rt_call k;
  heddle_at site = heddle_here;
  bool ours = f ? rt_is_ours(f)
                : file == STDOUT_FILENO || file == STDERR_FILENO;
  unsigned which = f == stderr || file == STDERR_FILENO;
  if (f && ours && !rt_stream_takes(f, -1, site))
    return -1;
  rt_call_open(&k, site);
  k.sink = ours;
  rt_format_reads(&k, fmt, args, first);
  if (ours)
    prints(which, site);
  else if (f)
    rt_stream_use(f, false, site);
  else
    rt_file_use(file, site);
  va_list again;
  va_copy(again, args);
  char small[512], *text = small;
  rt_call_enter(&k);
  int len = ours ? vsnprintf(small, sizeof small, fmt, args)
            : f  ? vfprintf(f, fmt, args)
                 : vdprintf(file, fmt, args);
  if (ours && len >= (int)sizeof small) {
    va_list longer;
    va_copy(longer, again);
    text = malloc((size_t)len + 1);
    if (text)
      vsnprintf(text, (size_t)len + 1, fmt, longer);
    va_end(longer);
  }
  rt_call_leave(&k);
  rt_format_wrote(&k, fmt, again, first);
  va_end(again);
  if (ours && len > 0 && text)
    show(which, text, (size_t)len);
  if (text != small)
    free(text);
  rt_call_close(&k);
  return len;
}

int rt_print(FILE *f, const char *fmt, va_list args, unsigned first) {
  return print(f, -1, fmt, args, first);
}

int heddle_vfprintf(FILE *f, const char *fmt, va_list args) {
  return print(f, -1, fmt, args, NO_ARGUMENT);
}

int heddle_vprintf(const char *fmt, va_list args) {
  return print(stdout, -1, fmt, args, NO_ARGUMENT);
}

int heddle_vdprintf(int file, const char *fmt, va_list args) {
  return print(NULL, file, fmt, args, NO_ARGUMENT);
}

#define FORMATTED(call)                                                       \
  va_list args;                                                               \
  va_start(args, fmt);                                                        \
  int len = call;                                                             \
  va_end(args);                                                               \
  return len

int heddle_fprintf(FILE *f, const char *fmt, ...) {
  FORMATTED(print(f, -1, fmt, args, 2));
}

int heddle_printf(const char *fmt, ...) {
  FORMATTED(print(stdout, -1, fmt, args, 1));
}

int heddle_dprintf(int file, const char *fmt, ...) {
  FORMATTED(print(NULL, file, fmt, args, 2));
}

/* --- bytes -------------------------------------------------------------- */

/* `len` bytes at `at`, or a text and what comes after it. */
static void put(unsigned which, unsigned argument, const char *at, size_t len,
                const char *end) {
  struct rt_call k;
  heddle_at site = heddle_here;
  bool text = len == SIZE_MAX;
  rt_call_open(&k, site);
  k.sink = true;
  if (text)
    rt_call_text(&k, argument, at, SIZE_MAX, 1);
  else
    rt_call_read(&k, argument, at, len);
  prints(which, site);
  rt_call_enter(&k);
  show(which, at, text ? strlen(at) : len);
  rt_call_leave(&k);
  if (*end)
    show(which, end, strlen(end));
  rt_call_close(&k);
}

void rt_put(FILE *f, const char *at, size_t len) {
  if (rt_is_ours(f)) {
    prints(f == stderr, heddle_here);
    show(f == stderr, at, len);
  } else {
    rt_stream_use(f, false, heddle_here);
    fwrite(at, 1, len, f);
  }
}

/* `unlocked`: the lock of the stream is not taken, and two such calls race. */
static int put_text(const char *s, FILE *f, bool unlocked) {
  if (rt_is_ours(f)) {
    if (!rt_stream_takes(f, -1, heddle_here))
      return EOF;
    put(f == stderr, 0, s, SIZE_MAX, "");
    return 1;
  }
  struct rt_call k;
  rt_call_open(&k, heddle_here);
  rt_call_text(&k, 0, s, SIZE_MAX, 1);
  rt_stream_use(f, unlocked, k.site);
  rt_call_enter(&k);
  int done = fputs(s, f);
  rt_call_leave(&k);
  rt_call_close(&k);
  return done;
}

int heddle_fputs(const char *s, FILE *f) {
  return put_text(s, f, false);
}

int heddle_fputs_unlocked(const char *s, FILE *f) {
  return put_text(s, f, true);
}

int heddle_puts(const char *s) {
  if (!rt_stream_takes(stdout, -1, heddle_here))
    return EOF;
  put(0, 0, s, SIZE_MAX, "\n");
  return 1;
}

static int put_byte(int c, FILE *f, bool unlocked) {
  heddle_at site = heddle_here;
  if (!rt_is_ours(f)) {
    rt_stream_use(f, unlocked, site);
    return fputc(c, f);
  }
  char byte = (char)c;
  if (!rt_stream_takes(f, -1, site)) /* glibc does something, at times */
    rt_escape_end(WHY_UNMODELLED, "a byte to a stream of wide characters",
                  site);
  prints(f == stderr, site);
  show(f == stderr, &byte, 1);
  return (unsigned char)c;
}

int heddle_fputc(int c, FILE *f) {
  return put_byte(c, f, false);
}
int heddle_putc(int c, FILE *f) {
  return put_byte(c, f, false);
}
int heddle_putchar(int c) {
  return put_byte(c, stdout, false);
}
int heddle_fputc_unlocked(int c, FILE *f) {
  return put_byte(c, f, true);
}
int heddle_putc_unlocked(int c, FILE *f) {
  return put_byte(c, f, true);
}
int heddle_putchar_unlocked(int c) {
  return put_byte(c, stdout, true);
}

static size_t put_items(const void *at, size_t size, size_t count, FILE *f,
                        bool unlocked) {
  size_t all;
  if (__builtin_mul_overflow(size, count, &all))
    all = 0;
  if (rt_is_ours(f)) {
    if (!rt_stream_takes(f, -1, heddle_here))
      return 0;
    put(f == stderr, 0, at, all, "");
    return count;
  }
  struct rt_call k;
  rt_call_open(&k, heddle_here);
  rt_call_read(&k, 0, at, all);
  rt_stream_use(f, unlocked, k.site);
  rt_call_enter(&k);
  size_t done = fwrite(at, size, count, f);
  rt_call_leave(&k);
  rt_call_close(&k);
  return done;
}

size_t heddle_fwrite(const void *at, size_t size, size_t count, FILE *f) {
  return put_items(at, size, count, f, false);
}

size_t heddle_fwrite_unlocked(const void *at, size_t size, size_t count,
                              FILE *f) {
  return put_items(at, size, count, f, true);
}

/* Of all streams: it depends on all files, as what goes by several names. */
static int flush(FILE *f, bool unlocked) {
  if (rt_is_ours(f))
    return 0;
  if (f)
    rt_stream_use(f, unlocked, heddle_here);
  else
    rt_names_use(heddle_here);
  return fflush(f);
}

int heddle_fflush(FILE *f) {
  return flush(f, false);
}
int heddle_fflush_unlocked(FILE *f) {
  return flush(f, true);
}

void heddle_perror(const char *s) {
  heddle_at site = heddle_here;
  rt_errno_show();
  const char *why = strerror(errno);
  if (!rt_stream_takes(stderr, -1, site)) /* glibc prints it all the same */
    rt_escape(WHY_UNMODELLED, "perror to a stream of wide characters", site);
  if (s && *s)
    put(1, 0, s, SIZE_MAX, ": ");
  heddle_here = site;
  put(1, NO_ARGUMENT, why, strlen(why), "\n");
}

ssize_t heddle_write(int file, const void *at, size_t len) {
  heddle_at site = heddle_here;
  struct end *e = rt_end_at(file);
  if (e)
    return rt_end_write(e, 1, at, len, 0, site);
  CANCEL_POINT(site);
  heddle_here = site;
  if (file == STDOUT_FILENO || file == STDERR_FILENO) {
    put(file == STDERR_FILENO, 1, at, len, "");
    return (ssize_t)len;
  }
  struct rt_call k;
  rt_call_open(&k, site);
  rt_call_read(&k, 1, at, len);
  rt_file_use(file, k.site);
  rt_call_enter(&k);
  ssize_t done = write(file, at, len);
  rt_call_leave(&k);
  rt_call_close(&k);
  return done;
}

/* --- buffers ------------------------------------------------------------ */

/* Ours have none; that of another may be memory of the program, which is then
 * written whenever libc likes. */
int heddle_setvbuf(FILE *f, char *buffer, int mode, size_t size) {
  if (rt_is_ours(f))
    return 0;
  if (buffer)
    rt_escape(WHY_UNMODELLED, "setvbuf", heddle_here);
  rt_stream_use(f, false, heddle_here);
  return setvbuf(f, buffer, mode, size);
}

void heddle_setbuf(FILE *f, char *buffer) {
  heddle_setvbuf(f, buffer, buffer ? _IOFBF : _IONBF, BUFSIZ);
}

void heddle_setbuffer(FILE *f, char *buffer, size_t size) {
  heddle_setvbuf(f, buffer, buffer ? _IOFBF : _IONBF, size);
}

void heddle_setlinebuf(FILE *f) { heddle_setvbuf(f, NULL, _IOLBF, 0); }
