/* Output of wide characters.
 *
 * Conversions are the same in both kinds of formats, and what stands between
 * them is of no interest: so the arguments are looked at by a format of bytes
 * that has '?' for what is not ASCII.  What goes to standard output or error is
 * written into memory by libc, and then printed as bytes are, with '?' where
 * the locale has no such character, as glibc has it. */
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

#include "rt/calls.h"
#include "rt/format.h"
#include "rt/kernel.h"
#include "rt/rt.h"
#include "rt/stdio.h"

enum { LONGEST = 4096 }; /* of a format, which is on the stack */

static void narrow(char *to, const wchar_t *format) {
  do
    *to++ = (char)(*format < 128 ? *format : '?');
  while (*format++);
}

static size_t format_len(const wchar_t *format, heddle_at site) {
  size_t len = wcsnlen(format, LONGEST);
  if (len == LONGEST)
    rt_escape_end(WHY_UNMODELLED, "a wide format of 4,096 characters", site);
  return len;
}

/* What vfwprintf would print, by malloc; NULL: it fails. */
static wchar_t *render(const wchar_t *fmt, va_list args, size_t *len) {
  wchar_t *at = NULL;
  FILE *f = open_wmemstream(&at, len);
  int printed = f ? vfwprintf(f, fmt, args) : -1;
  if (f)
    fclose(f);
  if (printed >= 0)
    return at;
  free(at);
  return NULL;
}

/* To one of ours. */
static void put(FILE *f, const wchar_t *text, size_t len) {
  char *bytes = malloc(len * MB_LEN_MAX + 1), *end = bytes;
  mbstate_t state = {0};
  for (size_t i = 0; bytes && i < len; i++) {
    size_t n = wcrtomb(end, text[i], &state);
    if (n == (size_t)-1) {
      *end = '?';
      n = 1;
    }
    end += n;
  }
  if (end > bytes)
    rt_put(f, bytes, (size_t)(end - bytes));
  free(bytes);
}

static int print(FILE *f, const wchar_t *fmt, va_list args, unsigned first) {
  heddle_at site = heddle_here;
  bool ours = rt_is_ours(f);
  if (ours && !rt_stream_takes(f, 1, site))
    return -1;
  struct rt_call k;
  rt_call_open(&k, site);
  k.sink = ours;
  rt_call_text(&k, first == NO_ARGUMENT ? first : first - 1, fmt, UINT64_MAX,
               sizeof *fmt);
  char format[format_len(fmt, site) + 1];
  narrow(format, fmt);
  rt_format_arguments(&k, format, args, first);
  if (!ours)
    rt_stream_use(f, false, site);
  va_list again;
  va_copy(again, args);
  rt_call_enter(&k);
  size_t len = 0;
  wchar_t *text = ours ? render(fmt, args, &len) : NULL;
  int printed = text ? (int)len : ours ? -1 : vfwprintf(f, fmt, args);
  rt_call_leave(&k);
  rt_format_wrote(&k, format, again, first);
  va_end(again);
  rt_call_close(&k);
  heddle_here = site;
  if (text)
    put(f, text, len);
  free(text);
  return printed;
}

int heddle_vfwprintf(FILE *f, const wchar_t *fmt, va_list args) {
  return print(f, fmt, args, NO_ARGUMENT);
}

int heddle_vwprintf(const wchar_t *fmt, va_list args) {
  return print(stdout, fmt, args, NO_ARGUMENT);
}

int heddle_fwprintf(FILE *f, const wchar_t *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int printed = print(f, fmt, args, 2);
  va_end(args);
  return printed;
}

int heddle_wprintf(const wchar_t *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int printed = print(stdout, fmt, args, 1);
  va_end(args);
  return printed;
}

/* --- characters ---------------------------------------------------------- */

static int put_text(const wchar_t *s, FILE *f, bool unlocked) {
  heddle_at site = heddle_here;
  bool ours = rt_is_ours(f);
  if (ours && !rt_stream_takes(f, 1, site))
    return -1;
  struct rt_call k;
  rt_call_open(&k, site);
  k.sink = ours;
  rt_call_text(&k, 0, s, UINT64_MAX, sizeof *s);
  if (!ours)
    rt_stream_use(f, unlocked, site);
  rt_call_enter(&k);
  wchar_t *text = ours ? wcsdup(s) : NULL;
  int done = ours ? 1 : fputws(s, f);
  rt_call_leave(&k);
  rt_call_close(&k);
  heddle_here = site;
  if (text)
    put(f, text, wcslen(text));
  free(text);
  return done;
}

int heddle_fputws(const wchar_t *s, FILE *f) {
  return put_text(s, f, false);
}

int heddle_fputws_unlocked(const wchar_t *s, FILE *f) {
  return put_text(s, f, true);
}

static wint_t put_wide(wchar_t c, FILE *f, bool unlocked) {
  heddle_at site = heddle_here;
  if (!rt_is_ours(f)) {
    rt_stream_use(f, unlocked, site);
    return fputwc(c, f);
  }
  if (!rt_stream_takes(f, 1, site))
    return WEOF;
  put(f, &c, 1);
  return (wint_t)c;
}

wint_t heddle_fputwc(wchar_t c, FILE *f) {
  return put_wide(c, f, false);
}
wint_t heddle_putwc(wchar_t c, FILE *f) {
  return put_wide(c, f, false);
}
wint_t heddle_putwchar(wchar_t c) {
  return put_wide(c, stdout, false);
}
wint_t heddle_fputwc_unlocked(wchar_t c, FILE *f) {
  return put_wide(c, f, true);
}
wint_t heddle_putwc_unlocked(wchar_t c, FILE *f) {
  return put_wide(c, f, true);
}
wint_t heddle_putwchar_unlocked(wchar_t c) {
  return put_wide(c, stdout, true);
}

int heddle_fwide(FILE *f, int mode) {
  if (!rt_is_ours(f)) {
    rt_stream_use(f, false, heddle_here);
    return fwide(f, mode);
  }
  if (mode && !rt_stream_width(f))
    rt_stream_takes(f, mode < 0 ? -1 : 1, heddle_here);
  return rt_stream_width(f);
}

/* --- to memory ----------------------------------------------------------- */

/* Where it does not fit it fails, and what fits was written, without an end. */
static int print_to(wchar_t *to, size_t max, const wchar_t *fmt, va_list args,
                    unsigned first) {
  struct rt_call k;
  heddle_at site = heddle_here;
  va_list again, once_more;
  rt_call_open(&k, site);
  rt_call_text(&k, first == NO_ARGUMENT ? first : first - 1, fmt, UINT64_MAX,
               sizeof *fmt);
  char format[format_len(fmt, site) + 1];
  narrow(format, fmt);
  rt_format_arguments(&k, format, args, first);
  va_copy(again, args);
  va_copy(once_more, args);
  size_t len = 0;
  rt_call_enter(&k);
  wchar_t *text = render(fmt, again, &len);
  rt_call_leave(&k);
  size_t all = !text || len >= max ? max : len + 1;
  free(text);
  if (all)
    rt_bounds_check((uint64_t)to, all * sizeof *to, true, site);
  rt_call_room(&k, 0, to, all * sizeof *to);
  rt_call_enter(&k);
  int printed = vswprintf(to, all, fmt, once_more);
  rt_call_leave(&k);
  va_end(once_more);
  va_end(again);
  rt_format_wrote(&k, format, args, first);
  rt_call_wrote(&k, 0, to, all * sizeof *to);
  rt_call_close(&k);
  return printed;
}

int heddle_vswprintf(wchar_t *to, size_t max, const wchar_t *fmt,
                     va_list args) {
  return print_to(to, max, fmt, args, NO_ARGUMENT);
}

int heddle_swprintf(wchar_t *to, size_t max, const wchar_t *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int printed = print_to(to, max, fmt, args, 3);
  va_end(args);
  return printed;
}
