/* Formatted output to memory. */
#include <stdarg.h>

#include "rt/calls.h"
#include "rt/format.h"
#include "rt/rt.h"
#include "rt/stdio.h"

/* At most `max` bytes.  Its length is looked for first, so that no more is
 * written than is seen to be. */
static int print(char *to, size_t max, const char *fmt, va_list args,
                 unsigned first) {
  struct rt_call k;
  va_list again, once_more;
  rt_call_open(&k, heddle_here);
  rt_format_reads(&k, fmt, args, first);
  va_copy(again, args);
  va_copy(once_more, args);
  rt_call_enter(&k);
  int len = vsnprintf(NULL, 0, fmt, again);
  rt_call_leave(&k);
  size_t all = (size_t)len + 1 < max ? (size_t)len + 1 : max;
  if (len < 0)
    all = 0;
  if (all)
    rt_bounds_check((uint64_t)to, all, true, k.site);
  rt_call_room(&k, 0, to, all);
  rt_call_enter(&k);
  len = vsnprintf(to, all, fmt, once_more);
  rt_call_leave(&k);
  va_end(once_more);
  va_end(again);
  rt_format_wrote(&k, fmt, args, first);
  rt_call_wrote(&k, 0, to, all);
  rt_call_close(&k);
  return len;
}

int heddle_vsnprintf(char *to, size_t max, const char *fmt, va_list args) {
  return print(to, max, fmt, args, NO_ARGUMENT);
}

int heddle_vsprintf(char *to, const char *fmt, va_list args) {
  return print(to, INT32_MAX, fmt, args, NO_ARGUMENT);
}

int heddle_snprintf(char *to, size_t max, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int len = print(to, max, fmt, args, 3);
  va_end(args);
  return len;
}

int heddle_sprintf(char *to, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int len = print(to, INT32_MAX, fmt, args, 2);
  va_end(args);
  return len;
}

/* --- to memory that is allocated ---------------------------------------- */

static int allocate(char **to, const char *fmt, va_list args, unsigned first) {
  struct rt_call k;
  va_list again;
  rt_call_open(&k, heddle_here);
  rt_format_reads(&k, fmt, args, first);
  va_copy(again, args);
  rt_call_enter(&k);
  int len = vsnprintf(NULL, 0, fmt, again);
  va_end(again);
  va_copy(again, args);
  heddle_here = k.site;
  char *text = len < 0 ? NULL : rt_heap_alloc((size_t)len + 1, 16);
  if (text)
    vsnprintf(text, (size_t)len + 1, fmt, again);
  va_end(again);
  rt_call_leave(&k);
  rt_format_wrote(&k, fmt, args, first);
  if (text)
    rt_heap_fills(text, (uint64_t)len + 1, k.site);
  rt_call_wrote(&k, 0, to, sizeof *to);
  if (text)
    *to = text;
  rt_call_close(&k);
  return text ? len : -1;
}

int heddle_vasprintf(char **to, const char *fmt, va_list args) {
  return allocate(to, fmt, args, NO_ARGUMENT);
}

int heddle_asprintf(char **to, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int len = allocate(to, fmt, args, 2);
  va_end(args);
  return len;
}
