/* Functions of <string.h> that look for something in a text: where it is,
 * is decided byte by byte where inputs matter. */
#include "rt/calls.h"
#include "rt/follow.h"
#include "rt/need.h"
#include "rt/rt.h"

/* A call of one of them, with what its second argument says of inputs. */
struct search {
  struct rt_call k;
  uint32_t what; /* its expression, if it is a number */
  bool follows;
};

enum { WHOLE = 255 };

/* `self(s, x)`: s is fixed, and so is x if it is a pointer.  How much of it is
 * needed is said in `need`, with x; or WHOLE.  `text`: the other text, or
 * NULL. */
static void begin(struct search *f, const void *self, const char *s,
                  uint8_t need, uint64_t x, const char *text) {
  heddle_at site = heddle_here;
  const uint32_t *args = heddle_sym_enter(self);
  uint32_t at = args[0];
  f->what = args[1];
  heddle_sym_fix(at, ABI_INDEX, site);
  if (text)
    heddle_sym_fix(f->what, ABI_INDEX, site);
  f->follows =
      rt_sym_on() && (rt_follow_text(s, PTRDIFF_MAX) || (!text && f->what) ||
                      (text && rt_follow_text(text, PTRDIFF_MAX)));
  rt_call_open(&f->k, site);
  f->k.follows = f->follows;
  if (!f->follows && need != WHOLE)
    rt_call_need(&f->k, 0, s, &(struct text_need){need, 1, x, PTRDIFF_MAX});
  else if (!f->follows || !rt_alone())
    rt_call_text(&f->k, 0, s, PTRDIFF_MAX, 1);
  if (text)
    rt_call_text(&f->k, 1, text, PTRDIFF_MAX, 1);
}

static void look(const struct search *f, const char *p) {
  if (rt_alone())
    rt_bounds_check((uint64_t)p, 1, false, f->k.site);
}

static bool is_end(const struct search *f, const char *p) {
  return rt_follow_is(p, rt_sym_const(8, 0), f->k.site);
}

/* What comes between is done on what was read. */
#define PLAINLY(f, call)                                                       \
  if (!(f).follows) {                                                          \
    rt_call_enter(&(f).k);                                                     \
    __typeof__(call) result = call;                                            \
    rt_call_leave(&(f).k);                                                     \
    rt_call_close(&(f).k);                                                     \
    return result;                                                             \
  }                                                                            \
  rt_call_close(&(f).k)

/* The first c, or the end, of at most `most` bytes. */
static const char *first(const struct search *f, const char *s, int c,
                         uint64_t most, bool text) {
  uint32_t e = rt_sym_lift(f->what, 8, (uint8_t)c);
  for (; most; s++, most--) {
    look(f, s);
    if (rt_follow_is(s, e, f->k.site) || (text && is_end(f, s)))
      return s;
  }
  return NULL;
}

char *heddle_strchr(const char *s, int c) {
  struct search f;
  begin(&f, heddle_strchr, s, NEED_UNTIL, (uint8_t)c, NULL);
  PLAINLY(f, strchr(s, c));
  const char *at = first(&f, s, c, PTRDIFF_MAX, true);
  return (char)c == *at ? (char *)at : NULL;
}

char *heddle_index(const char *s, int c) {
  struct search f;
  begin(&f, heddle_index, s, NEED_UNTIL, (uint8_t)c, NULL);
  PLAINLY(f, strchr(s, c));
  const char *at = first(&f, s, c, PTRDIFF_MAX, true);
  return (char)c == *at ? (char *)at : NULL;
}

char *heddle_strchrnul(const char *s, int c) {
  struct search f;
  begin(&f, heddle_strchrnul, s, NEED_UNTIL, (uint8_t)c, NULL);
  PLAINLY(f, strchrnul(s, c));
  return (char *)first(&f, s, c, PTRDIFF_MAX, true);
}

void *heddle_memchr(const void *s, int c, size_t max) {
  struct search f;
  heddle_at site = heddle_here;
  heddle_sym_fix(rt_sym_argument(heddle_memchr, 2), ABI_INDEX, site);
  heddle_here = site;
  /* as much as is looked at; where inputs matter, that is not known yet */
  const char *at = memchr(s, c, max);
  size_t len = at ? (size_t)(at - (const char *)s) + 1 : max;
  const uint32_t *args = heddle_sym_enter(heddle_memchr);
  uint32_t pointer = args[0];
  f.what = args[1];
  heddle_sym_fix(pointer, ABI_INDEX, site);
  f.follows = rt_sym_on() && (f.what || rt_sym_any(s, len));
  rt_call_open(&f.k, site);
  f.k.follows = f.follows;
  if (!f.follows || !rt_alone())
    rt_call_read(&f.k, 0, s, f.follows ? max : len);
  PLAINLY(f, memchr(s, c, max));
  return (void *)first(&f, s, c, max, false);
}

/* The length is decided first, and then from the end. */
static char *last(const struct search *f, const char *s, int c) {
  uint32_t e = rt_sym_lift(f->what, 8, (uint8_t)c);
  uint64_t size = rt_follow_size(s, PTRDIFF_MAX, f->k.site);
  while (size-- > 0)
    if (rt_follow_is(s + size, e, f->k.site))
      return (char *)s + size;
  return NULL;
}

char *heddle_strrchr(const char *s, int c) {
  struct search f;
  begin(&f, heddle_strrchr, s, WHOLE, 0, NULL);
  PLAINLY(f, strrchr(s, c));
  return last(&f, s, c);
}

char *heddle_rindex(const char *s, int c) {
  struct search f;
  begin(&f, heddle_rindex, s, WHOLE, 0, NULL);
  PLAINLY(f, strrchr(s, c));
  return last(&f, s, c);
}

/* --- sets, texts -------------------------------------------------------- */

static size_t span(const struct search *f, const char *s, const char *set,
                   bool among) {
  for (size_t n = 0;; n++) {
    look(f, s + n);
    if (is_end(f, s + n) || rt_follow_among(s + n, set, f->k.site) != among)
      return n;
  }
}

size_t heddle_strspn(const char *s, const char *set) {
  struct search f;
  begin(&f, heddle_strspn, s, NEED_AMONG, (uint64_t)set, set);
  PLAINLY(f, strspn(s, set));
  return span(&f, s, set, true);
}

size_t heddle_strcspn(const char *s, const char *set) {
  struct search f;
  begin(&f, heddle_strcspn, s, NEED_WITHOUT, (uint64_t)set, set);
  PLAINLY(f, strcspn(s, set));
  return span(&f, s, set, false);
}

char *heddle_strpbrk(const char *s, const char *set) {
  struct search f;
  begin(&f, heddle_strpbrk, s, NEED_WITHOUT, (uint64_t)set, set);
  PLAINLY(f, strpbrk(s, set));
  size_t n = span(&f, s, set, false);
  return s[n] ? (char *)s + n : NULL;
}

/* One branch for each place where it could be. */
char *heddle_strstr(const char *s, const char *what) {
  struct search f;
  begin(&f, heddle_strstr, s, NEED_PLACE, (uint64_t)what, what);
  PLAINLY(f, strstr(s, what));
  size_t size = rt_follow_size(s, PTRDIFF_MAX, f.k.site), len = strlen(what);
  for (size_t at = 0; at + len < size; at++) {
    uint32_t there = rt_sym_const(1, 1);
    for (size_t i = 0; i < len; i++)
      there = rt_sym_make(SYM_AND, 1, there,
                          rt_sym_make(SYM_EQ, 1, rt_sym_byte(s + at + i),
                                      rt_sym_byte(what + i), 0, 0),
                          0, 0);
    if (rt_sym_decide(there, f.k.site))
      return (char *)s + at;
  }
  return NULL;
}
