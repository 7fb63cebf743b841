/* Output: formatted, folded into a hash of what the thread printed, and
 * kept only for the run that is shown.  Files other than standard output and
 * error are libc's. */
#include <errno.h>
#include <stdarg.h>

#include "rt/calls.h"
#include "rt/rt.h"

bool rt_direct; /* no explorer: straight to the terminal */

void rt_output(const char *at, size_t len) {
  uint64_t h = rt.current->output;
  for (size_t i = 0; i < len; i++)
    h = (h ^ (uint8_t)at[i]) * UINT64_C(0x100000001b3);
  rt.current->output = h + len;
  if (!rt.show)
    return;
  struct wire *w = rt.wire;
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

static bool is_ours(const FILE *f) { return f == stdout || f == stderr; }

int heddle_vfprintf(FILE *f, const char *fmt, va_list args) {
  if (!is_ours(f))
    return vfprintf(f, fmt, args);
  char small[512], *text = small;
  va_list again;
  va_copy(again, args);
  int len = vsnprintf(small, sizeof small, fmt, args);
  if (len >= (int)sizeof small) {
    text = malloc((size_t)len + 1);
    if (text)
      vsnprintf(text, (size_t)len + 1, fmt, again);
  }
  va_end(again);
  if (len > 0 && text)
    rt_output(text, (size_t)len);
  if (text != small)
    free(text);
  return len;
}

int heddle_vprintf(const char *fmt, va_list args) {
  return heddle_vfprintf(stdout, fmt, args);
}

int heddle_fprintf(FILE *f, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int len = heddle_vfprintf(f, fmt, args);
  va_end(args);
  return len;
}

int heddle_printf(const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int len = heddle_vfprintf(stdout, fmt, args);
  va_end(args);
  return len;
}

int heddle_fputs(const char *s, FILE *f) {
  if (!is_ours(f))
    return fputs(s, f);
  rt_output(s, strlen(s));
  return 1;
}

int heddle_puts(const char *s) {
  rt_output(s, strlen(s));
  rt_output("\n", 1);
  return 1;
}

int heddle_fputc(int c, FILE *f) {
  if (!is_ours(f))
    return fputc(c, f);
  char byte = (char)c;
  rt_output(&byte, 1);
  return (unsigned char)c;
}

int heddle_putc(int c, FILE *f) { return heddle_fputc(c, f); }
int heddle_putchar(int c) { return heddle_fputc(c, stdout); }

size_t heddle_fwrite(const void *at, size_t size, size_t count, FILE *f) {
  if (!is_ours(f))
    return fwrite(at, size, count, f);
  rt_output(at, size * count);
  return count;
}

int heddle_fflush(FILE *f) { return f && !is_ours(f) ? fflush(f) : 0; }

void heddle_perror(const char *s) {
  heddle_fprintf(stderr, "%s: %s\n", s, strerror(errno));
}

ssize_t heddle_write(int file, const void *at, size_t len) {
  if (file != STDOUT_FILENO && file != STDERR_FILENO)
    return write(file, at, len);
  rt_output(at, len);
  return (ssize_t)len;
}
