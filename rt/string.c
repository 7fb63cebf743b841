/* Functions of <string.h> that inputs are followed through, or whose places
 * are other than their arguments say; the others are rows of rt/library. */
#include "rt/call.h"
#include "rt/calls.h"
#include "rt/follow.h"
#include "rt/need.h"
#include "rt/rt.h"

/* What comes between is done on what was read. */
#define AS_READ(k, call)                                                       \
  rt_call_enter(&k);                                                           \
  __typeof__(call) result = call;                                              \
  rt_call_leave(&k);                                                           \
  rt_call_close(&k);                                                           \
  return result

/* Of a modelled function: pointers among its arguments are what they are in
 * this run, each value by itself. */
static void fix_pointers(const void *self, unsigned count, uint32_t *rest,
                         heddle_at site) {
  const uint32_t *given = heddle_sym_enter(self);
  uint32_t args[ABI_SYM_ARGS];
  memcpy(args, given, sizeof args);
  for (unsigned i = 0; i < count; i++)
    heddle_sym_fix(args[i], ABI_INDEX, site);
  if (rest)
    *rest = args[count];
  heddle_here = site;
}

/* A length that depends on inputs is tried value by value. */
static void fix_all(const void *self, unsigned pointers, heddle_at site) {
  uint32_t length;
  fix_pointers(self, pointers, &length, site);
  heddle_sym_fix(length, ABI_INDEX, site);
  heddle_here = site;
}

size_t heddle_strlen(const char *s) {
  struct rt_call k;
  fix_pointers(heddle_strlen, 1, NULL, heddle_here);
  rt_call_open(&k, heddle_here);
  k.follows = true;
  rt_call_text(&k, 0, s, PTRDIFF_MAX, 1);
  AS_READ(k, strlen(s));
}

size_t heddle_strnlen(const char *s, size_t max) {
  struct rt_call k;
  fix_all(heddle_strnlen, 1, heddle_here);
  rt_call_open(&k, heddle_here);
  k.follows = true;
  rt_call_text(&k, 0, s, max, 1);
  AS_READ(k, strnlen(s, max));
}

/* --- comparing ---------------------------------------------------------- */

/* What a comparison reads is known beforehand only where others could tell:
 * alone, it is what the comparison comes to. */
static bool compare(const void *self, const void *a, const void *b,
                    uint64_t most, unsigned how, int *result) {
  heddle_at site = heddle_here;
  bool text = how & COMPARE_TEXT;
  bool some = text ? rt_follow_text(a, most) || rt_follow_text(b, most)
                   : rt_sym_any(a, most) || rt_sym_any(b, most);
  if (!rt_sym_on() || !some)
    return false;
  struct rt_call k;
  rt_call_open(&k, site);
  k.follows = true;
  if (!rt_alone() && text) {
    rt_call_text(&k, 0, a, most, 1);
    rt_call_text(&k, 1, b, most, 1);
  } else if (!rt_alone()) {
    rt_call_read(&k, 0, a, most);
    rt_call_read(&k, 1, b, most);
  }
  rt_call_close(&k);
  uint32_t e = rt_follow_compare(a, b, most, how, site);
  *result = (int)rt_sym_value(e);
  rt_sym_returns(self, e);
  return true;
}

int heddle_strcmp(const char *a, const char *b) {
  struct rt_call k;
  int followed;
  fix_pointers(heddle_strcmp, 2, NULL, heddle_here);
  if (compare(heddle_strcmp, a, b, PTRDIFF_MAX, COMPARE_TEXT, &followed))
    return followed;
  rt_call_open(&k, heddle_here);
  rt_call_need_both(&k, a, b, PTRDIFF_MAX, NEED_LIKE);
  AS_READ(k, strcmp(a, b));
}

int heddle_strncmp(const char *a, const char *b, size_t max) {
  struct rt_call k;
  int followed;
  fix_all(heddle_strncmp, 2, heddle_here);
  if (compare(heddle_strncmp, a, b, max, COMPARE_TEXT, &followed))
    return followed;
  rt_call_open(&k, heddle_here);
  rt_call_need_both(&k, a, b, max, NEED_LIKE);
  AS_READ(k, strncmp(a, b, max));
}

int heddle_strcasecmp(const char *a, const char *b) {
  struct rt_call k;
  int followed;
  fix_pointers(heddle_strcasecmp, 2, NULL, heddle_here);
  if (compare(heddle_strcasecmp, a, b, PTRDIFF_MAX, COMPARE_TEXT | COMPARE_FOLD,
              &followed))
    return followed;
  rt_call_open(&k, heddle_here);
  rt_call_need_both(&k, a, b, PTRDIFF_MAX, NEED_ALIKE);
  AS_READ(k, strcasecmp(a, b));
}

int heddle_strncasecmp(const char *a, const char *b, size_t max) {
  struct rt_call k;
  int followed;
  fix_all(heddle_strncasecmp, 2, heddle_here);
  if (compare(heddle_strncasecmp, a, b, max, COMPARE_TEXT | COMPARE_FOLD,
              &followed))
    return followed;
  rt_call_open(&k, heddle_here);
  rt_call_need_both(&k, a, b, max, NEED_ALIKE);
  AS_READ(k, strncasecmp(a, b, max));
}

int heddle_memcmp(const void *a, const void *b, size_t len) {
  struct rt_call k;
  int followed;
  fix_all(heddle_memcmp, 2, heddle_here);
  if (compare(heddle_memcmp, a, b, len, 0, &followed))
    return followed;
  rt_call_open(&k, heddle_here);
  rt_call_read(&k, 0, a, len);
  rt_call_read(&k, 1, b, len);
  AS_READ(k, memcmp(a, b, len));
}

int heddle_bcmp(const void *a, const void *b, size_t len) {
  struct rt_call k;
  int followed;
  fix_all(heddle_bcmp, 2, heddle_here);
  if (compare(heddle_bcmp, a, b, len, 0, &followed))
    return followed;
  rt_call_open(&k, heddle_here);
  rt_call_read(&k, 0, a, len);
  rt_call_read(&k, 1, b, len);
  AS_READ(k, bcmp(a, b, len));
}

/* --- copies ------------------------------------------------------------- */

/* What is copied from must not overlap where it goes: all of these are
 * restrict. */
static uint32_t sides(const char *from, heddle_at site) {
  bool from_hidden = rt_is_nobodys(from) || rt_argument_hidden(1, site);
  return ABI_COPY_APART | (rt_argument_hidden(0, site) ? ABI_HIDDEN_TO : 0) |
         (from_hidden ? ABI_HIDDEN_FROM : 0);
}

/* The length of a text that is copied, at most `max`: decided. */
static size_t length(const char *s, size_t max, heddle_at site) {
  if (!rt_sym_on())
    return strnlen(s, max);
  rt_follow_size(s, max, site);
  heddle_here = site;
  return strnlen(s, max);
}

char *heddle_strcpy(char *to, const char *from) {
  heddle_at site = heddle_here;
  fix_pointers(heddle_strcpy, 2, NULL, site);
  size_t len = length(from, PTRDIFF_MAX, site);
  heddle_copy(to, from, len + 1, sides(from, site), site);
  return to;
}

char *heddle_strncpy(char *to, const char *from, size_t max) {
  heddle_at site = heddle_here;
  fix_all(heddle_strncpy, 2, site);
  size_t len = length(from, max, site);
  len += len < max; /* its end */
  heddle_copy(to, from, len, sides(from, site), site);
  if (len < max && rt_argument_hidden(0, site)) {
    rt_bounds_check((uint64_t)to + len, max - len, true, site);
    memset(to + len, 0, max - len);
    heddle_sym_clear(to + len, max - len);
  } else if (len < max) {
    heddle_fill(to + len, 0, max - len, site);
  }
  return to;
}

char *heddle_strcat(char *to, const char *from) {
  struct rt_call k;
  fix_pointers(heddle_strcat, 2, NULL, heddle_here);
  rt_call_open(&k, heddle_here);
  k.follows = true;
  rt_call_text(&k, 0, to, PTRDIFF_MAX, 1);
  rt_call_close(&k);
  size_t len = length(from, PTRDIFF_MAX, k.site);
  heddle_copy(to + strlen(to), from, len + 1, sides(from, k.site), k.site);
  return to;
}

char *heddle_strncat(char *to, const char *from, size_t max) {
  struct rt_call k;
  fix_all(heddle_strncat, 2, heddle_here);
  rt_call_open(&k, heddle_here);
  k.follows = true;
  rt_call_text(&k, 0, to, PTRDIFF_MAX, 1);
  rt_call_close(&k);
  char *end = to + strlen(to);
  size_t len = length(from, max, k.site);
  bool ends = len < max; /* that is read too */
  heddle_copy(end, from, len + ends, sides(from, k.site), k.site);
  if (ends)
    return to;
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
    rt_heap_fills(to, size, site);
  if (to)
    heddle_copy(to, s, read, ABI_HIDDEN_TO | (hidden ? ABI_HIDDEN_FROM : 0),
                site);
  return to;
}

char *heddle_strdup(const char *s) {
  fix_pointers(heddle_strdup, 1, NULL, heddle_here);
  size_t size = length(s, PTRDIFF_MAX, heddle_here) + 1;
  return copy_of(s, size, size);
}

char *heddle_strndup(const char *s, size_t max) {
  fix_all(heddle_strndup, 1, heddle_here);
  size_t len = length(s, max, heddle_here);
  return copy_of(s, len < max ? len + 1 : len, len + 1);
}

/* --- one piece after the other ------------------------------------------ */

static char *place PUT_BACK; /* of strtok, for all threads */

static const struct heddle_global names NAMED = {&place, "strtok()",
                                                 sizeof place, sizeof place, 0};

/* A text of characters or of wide ones, and those that stand between pieces. */
struct pieces {
  const void *delimiters;
  uint32_t size; /* of a character */
  bool skips;    /* those before a piece */
};

static char *span(const char *s, const struct pieces *p, bool among) {
  const wchar_t *wide = (const void *)s;
  uint64_t len = p->size > 1 ? among ? wcsspn(wide, p->delimiters)
                                     : wcscspn(wide, p->delimiters)
                 : among ? strspn(s, p->delimiters)
                             : strcspn(s, p->delimiters);
  return (char *)s + len * p->size;
}

/* The piece that begins at s or after it, and the rest, which begins at *rest;
 * its end is written.  Where nothing is left (s is NULL) there is none. */
static char *piece(struct rt_call *k, unsigned argument, char *s,
                   const struct pieces *p, char **rest) {
  static const uint32_t none;
  *rest = NULL;
  if (!s)
    return NULL;
  rt_call_need(k, argument, s,
               &(struct text_need){p->skips ? NEED_PIECE : NEED_WITHOUT,
                                   (uint8_t)p->size, (uint64_t)p->delimiters,
                                   PTRDIFF_MAX});
  rt_call_text(k, 1, p->delimiters, PTRDIFF_MAX, p->size);
  rt_call_enter(k);
  char *begin = p->skips ? span(s, p, true) : s;
  char *end = span(begin, p, false);
  bool ends = memcmp(end, &none, p->size);
  rt_call_leave(k);
  if (ends) {
    rt_call_wrote(k, argument, end, p->size);
    memset(end, 0, p->size);
    *rest = end + p->size;
  } else if (p->skips) {
    *rest = end;
  }
  return p->skips && end == begin ? NULL : begin;
}

static char *next_piece(char *s, const struct pieces *p, char **save) {
  struct rt_call k;
  char *rest;
  rt_call_open(&k, heddle_here);
  if (!s)
    rt_call_read(&k, 2, save, sizeof *save);
  char *from = s ? s : *save;
  char *found = piece(&k, s ? 0 : NO_ARGUMENT, from, p, &rest);
  if (from) {
    rt_call_wrote(&k, 2, save, sizeof *save);
    *save = rest;
  }
  rt_call_close(&k);
  return found;
}

char *heddle_strtok_r(char *s, const char *delimiters, char **save) {
  return next_piece(s, &(struct pieces){delimiters, 1, true}, save);
}

wchar_t *heddle_wcstok(wchar_t *s, const wchar_t *delimiters, wchar_t **save) {
  const struct pieces p = {delimiters, sizeof *s, true};
  return (wchar_t *)(void *)next_piece((char *)s, &p, (char **)(void *)save);
}

char *heddle_strtok(char *s, const char *delimiters) {
  struct rt_call k;
  char *rest;
  rt_call_open(&k, heddle_here);
  if (!s)
    rt_range_read(&place, sizeof place, k.site);
  char *from = s ? s : place;
  char *found = piece(&k, s ? 0 : NO_ARGUMENT, from,
                      &(struct pieces){delimiters, 1, true}, &rest);
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
  char *found = piece(&k, NO_ARGUMENT, from,
                      &(struct pieces){delimiters, 1, false}, &rest);
  if (from) {
    rt_call_wrote(&k, 0, s, sizeof *s);
    *s = rest;
  }
  rt_call_close(&k);
  return found;
}

/* A word of a list that commas separate, and what is behind its '='; the comma
 * is written over. */
int heddle_getsubopt(char **list, char *const *words, char **value) {
  struct rt_call k;
  int found = -1;
  rt_call_open(&k, heddle_here);
  rt_call_read(&k, 0, list, sizeof *list);
  char *from = *list;
  rt_call_need(&k, NO_ARGUMENT, from,
               &(struct text_need){NEED_UNTIL, 1, ',', PTRDIFF_MAX});
  rt_call_see(&k);
  bool none = !*from;
  char *end = strchrnul(from, ',');
  char *sign = memchr(from, '=', (size_t)(end - from));
  bool ends = *end != 0;
  rt_call_leave(&k);
  size_t len = (size_t)((sign ? sign : end) - from);
  for (int i = 0; !none && found < 0; i++) {
    rt_call_read(&k, 1, &words[i], sizeof *words);
    if (!words[i])
      break;
    rt_call_text(&k, NO_ARGUMENT, words[i], PTRDIFF_MAX, 1);
    rt_call_see(&k);
    if (!strncmp(from, words[i], len) && !words[i][len])
      found = i;
    rt_call_leave(&k);
  }
  if (!none) {
    rt_call_wrote(&k, 2, value, sizeof *value);
    *value = found < 0 ? from : sign ? sign + 1 : NULL;
    if (ends) {
      rt_call_wrote(&k, NO_ARGUMENT, end, 1);
      *end = 0;
    }
    rt_call_wrote(&k, 0, list, sizeof *list);
    *list = end + ends;
  }
  rt_call_close(&k);
  return found;
}
