/* Functions of <string.h> that inputs are followed through, or whose places
 * are other than their arguments say; the others are rows of rt/library. */
#include "rt/call.h"
#include "rt/calls.h"
#include "rt/rt.h"

/* What comes between is done on what was read. */
#define AS_READ(k, call)                                                       \
  rt_call_enter(&k);                                                           \
  __typeof__(call) result = call;                                              \
  rt_call_leave(&k);                                                           \
  rt_call_close(&k);                                                           \
  return result

size_t heddle_strlen(const char *s) {
  struct rt_call k;
  rt_call_open(&k, heddle_here);
  rt_call_text(&k, 0, s, PTRDIFF_MAX, 1);
  AS_READ(k, strlen(s));
}

size_t heddle_strnlen(const char *s, size_t max) {
  struct rt_call k;
  rt_call_open(&k, heddle_here);
  rt_call_text(&k, 0, s, max, 1);
  AS_READ(k, strnlen(s, max));
}

int heddle_strcmp(const char *a, const char *b) {
  struct rt_call k;
  rt_call_open(&k, heddle_here);
  rt_call_text(&k, 0, a, PTRDIFF_MAX, 1);
  rt_call_text(&k, 1, b, PTRDIFF_MAX, 1);
  AS_READ(k, strcmp(a, b));
}

int heddle_strncmp(const char *a, const char *b, size_t max) {
  struct rt_call k;
  rt_call_open(&k, heddle_here);
  rt_call_text(&k, 0, a, max, 1);
  rt_call_text(&k, 1, b, max, 1);
  AS_READ(k, strncmp(a, b, max));
}

int heddle_memcmp(const void *a, const void *b, size_t len) {
  struct rt_call k;
  rt_call_open(&k, heddle_here);
  rt_call_read(&k, 0, a, len);
  rt_call_read(&k, 1, b, len);
  AS_READ(k, memcmp(a, b, len));
}

/* --- copies ------------------------------------------------------------- */

static uint32_t hidden_sides(const char *from, heddle_at site) {
  bool from_hidden = rt_is_nobodys(from) || rt_argument_hidden(1, site);
  return (rt_argument_hidden(0, site) ? ABI_HIDDEN_TO : 0) |
         (from_hidden ? ABI_HIDDEN_FROM : 0);
}

char *heddle_strcpy(char *to, const char *from) {
  heddle_at site = heddle_here;
  heddle_copy(to, from, strlen(from) + 1, hidden_sides(from, site), site);
  return to;
}

char *heddle_strncpy(char *to, const char *from, size_t max) {
  heddle_at site = heddle_here;
  size_t len = strnlen(from, max);
  heddle_copy(to, from, len, hidden_sides(from, site), site);
  if (len < max && rt_argument_hidden(0, site)) {
    rt_bounds_check((uint64_t)to + len, max - len, true, site);
    memset(to + len, 0, max - len);
  } else if (len < max) {
    heddle_fill(to + len, 0, max - len, site);
  }
  return to;
}

char *heddle_strcat(char *to, const char *from) {
  struct rt_call k;
  rt_call_open(&k, heddle_here);
  rt_call_text(&k, 0, to, PTRDIFF_MAX, 1);
  rt_call_close(&k);
  heddle_copy(to + strlen(to), from, strlen(from) + 1,
              hidden_sides(from, k.site), k.site);
  return to;
}

char *heddle_strncat(char *to, const char *from, size_t max) {
  struct rt_call k;
  rt_call_open(&k, heddle_here);
  rt_call_text(&k, 0, to, PTRDIFF_MAX, 1);
  rt_call_close(&k);
  char *end = to + strlen(to);
  size_t len = strnlen(from, max);
  heddle_copy(end, from, len, hidden_sides(from, k.site), k.site);
  rt_call_wrote(&k, 0, end + len, 1);
  end[len] = 0;
  return to;
}

/* `read` bytes of s, with its end if that is among them. */
static char *copy_of(const char *s, size_t read, size_t size) {
  heddle_at site = heddle_here;
  char *to = rt_heap_ask(size, 16); /* which is zero */
  bool hidden = rt_is_nobodys(s) || rt_argument_hidden(0, site);
  if (to)
    heddle_copy(to, s, read, ABI_HIDDEN_TO | (hidden ? ABI_HIDDEN_FROM : 0),
                site);
  return to;
}

char *heddle_strdup(const char *s) {
  size_t size = strlen(s) + 1;
  return copy_of(s, size, size);
}

char *heddle_strndup(const char *s, size_t max) {
  size_t len = strnlen(s, max);
  return copy_of(s, len < max ? len + 1 : len, len + 1);
}

/* --- one piece after the other ------------------------------------------ */

static char *place PUT_BACK; /* of strtok, for all threads */

static const struct heddle_global names NAMED = {&place, "strtok()",
                                                 sizeof place, sizeof place, 0};

/* The piece that begins at s or after it, and the rest, which begins at *rest;
 * its end is written.  Where nothing is left (s is NULL) there is none. */
static char *piece(struct rt_call *k, unsigned argument, char *s,
                   const char *delimiters, bool skips, char **rest) {
  *rest = NULL;
  if (!s)
    return NULL;
  rt_call_text(k, argument, s, PTRDIFF_MAX, 1);
  rt_call_text(k, 1, delimiters, PTRDIFF_MAX, 1);
  rt_call_enter(k);
  char *begin = s + (skips ? strspn(s, delimiters) : 0);
  char *end = begin + strcspn(begin, delimiters);
  bool ends = *end != 0;
  bool none = skips && end == begin;
  rt_call_leave(k);
  if (ends) {
    rt_call_wrote(k, argument, end, 1);
    *end = 0;
    *rest = end + 1;
  } else if (skips) {
    *rest = end;
  }
  return none ? NULL : begin;
}

char *heddle_strtok_r(char *s, const char *delimiters, char **save) {
  struct rt_call k;
  char *rest;
  rt_call_open(&k, heddle_here);
  if (!s)
    rt_call_read(&k, 2, save, sizeof *save);
  char *from = s ? s : *save;
  char *found = piece(&k, s ? 0 : NO_ARGUMENT, from, delimiters, true, &rest);
  if (from) {
    rt_call_wrote(&k, 2, save, sizeof *save);
    *save = rest;
  }
  rt_call_close(&k);
  return found;
}

char *heddle_strtok(char *s, const char *delimiters) {
  struct rt_call k;
  char *rest;
  rt_call_open(&k, heddle_here);
  if (!s)
    rt_range_read(&place, sizeof place, k.site);
  char *from = s ? s : place;
  char *found = piece(&k, s ? 0 : NO_ARGUMENT, from, delimiters, true, &rest);
  if (from) {
    rt_range_write(&place, sizeof place, k.site);
    place = rest;
  }
  rt_call_close(&k);
  return found;
}

char *heddle_strsep(char **s, const char *delimiters) {
  struct rt_call k;
  char *rest;
  rt_call_open(&k, heddle_here);
  rt_call_read(&k, 0, s, sizeof *s);
  char *from = *s;
  char *found = piece(&k, NO_ARGUMENT, from, delimiters, false, &rest);
  if (from) {
    rt_call_wrote(&k, 0, s, sizeof *s);
    *s = rest;
  }
  rt_call_close(&k);
  return found;
}
