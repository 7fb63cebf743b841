/* Functions of <string.h> and the like on memory that may be shared: the
 * bytes they read and write are accesses.  Constants are nobody's. */
#include <stdarg.h>

#include "rt/calls.h"
#include "rt/rt.h"

extern char __data_start[] __attribute__((weak));

static void reads(const void *p, size_t len) {
  if ((const char *)p >= __data_start)
    rt_range_read(p, len, heddle_here);
}

static void reads_text(const char *s) { reads(s, strlen(s) + 1); }

static void reads_some(const char *s, size_t max) {
  size_t len = strnlen(s, max);
  reads(s, len < max ? len + 1 : len);
}

static void writes(void *p, size_t len) { rt_range_write(p, len, heddle_here); }

size_t heddle_strlen(const char *s) {
  reads_text(s);
  return strlen(s);
}

size_t heddle_strnlen(const char *s, size_t max) {
  reads_some(s, max);
  return strnlen(s, max);
}

int heddle_strcmp(const char *a, const char *b) {
  reads_text(a);
  reads_text(b);
  return strcmp(a, b);
}

int heddle_strncmp(const char *a, const char *b, size_t max) {
  reads_some(a, max);
  reads_some(b, max);
  return strncmp(a, b, max);
}

int heddle_memcmp(const void *a, const void *b, size_t len) {
  reads(a, len);
  reads(b, len);
  return memcmp(a, b, len);
}

char *heddle_strcpy(char *to, const char *from) {
  heddle_at site = heddle_here;
  heddle_copy(to, from, strlen(from) + 1,
              from < (char *)__data_start ? ABI_HIDDEN_FROM : 0, site);
  return to;
}

char *heddle_strncpy(char *to, const char *from, size_t max) {
  heddle_at site = heddle_here;
  size_t len = strnlen(from, max);
  heddle_copy(to, from, len,
              from < (char *)__data_start ? ABI_HIDDEN_FROM : 0, site);
  if (len < max)
    heddle_fill(to + len, 0, max - len, site);
  return to;
}

char *heddle_strcat(char *to, const char *from) {
  heddle_at site = heddle_here;
  reads_text(to);
  heddle_here = site;
  heddle_strcpy(to + strlen(to), from);
  return to;
}

int heddle_vsnprintf(char *to, size_t max, const char *fmt, va_list args) {
  va_list again;
  va_copy(again, args);
  int len = vsnprintf(NULL, 0, fmt, again);
  va_end(again);
  size_t written = (size_t)len + 1 < max ? (size_t)len + 1 : max;
  writes(to, written);
  return vsnprintf(to, max, fmt, args);
}

int heddle_snprintf(char *to, size_t max, const char *fmt, ...) {
  va_list args;
  va_start(args, fmt);
  int len = heddle_vsnprintf(to, max, fmt, args);
  va_end(args);
  return len;
}

int heddle_sprintf(char *to, const char *fmt, ...) {
  va_list args, again;
  va_start(args, fmt);
  va_copy(again, args);
  int len = vsnprintf(NULL, 0, fmt, again);
  va_end(again);
  writes(to, (size_t)len + 1);
  vsprintf(to, fmt, args);
  va_end(args);
  return len;
}
