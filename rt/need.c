#include "rt/need.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <wctype.h>

#include "rt/rt.h"

static uint64_t least(uint64_t a, uint64_t b) { return a < b ? a : b; }

static uint32_t element(const void *p, uint64_t i, unsigned size) {
  return size == 1 ? ((const uint8_t *)p)[i] : ((const uint32_t *)p)[i];
}

static uint32_t folded(uint32_t c, unsigned size) {
  return (uint32_t)(size == 1 ? tolower((int)c) : (int)towlower(c));
}

static bool among(const void *set, uint32_t c, unsigned size) {
  uint64_t i = 0;
  while (element(set, i, size) && element(set, i, size) != c)
    i++;
  return element(set, i, size);
}

/* --- looking for something ---------------------------------------------- */

/* Whether it is over with this element, which is not 0. */
static bool stops(const struct text_need *n, uint32_t c) {
  switch (n->what) {
  case NEED_UNTIL:
    return c == (n->size == 1 ? (uint8_t)n->with : (uint32_t)n->with);
  case NEED_AMONG:
    return !among((const void *)n->with, c, n->size);
  case NEED_WITHOUT:
    return among((const void *)n->with, c, n->size);
  default:
    return false;
  }
}

static uint64_t search(const void *p, const struct text_need *n) {
  for (uint64_t i = 0; i < n->most; i++) {
    uint32_t c = element(p, i, n->size);
    if (!c || stops(n, c))
      return i + 1;
  }
  return n->most;
}

static uint64_t piece(const void *p, const struct text_need *n) {
  const struct text_need skipped = {NEED_AMONG, n->size, n->with, n->most};
  const struct text_need taken = {NEED_WITHOUT, n->size, n->with, n->most};
  uint64_t over = search(p, &skipped) - 1;
  return over + search((const char *)p + over * n->size, &taken);
}

static uint64_t compare(const void *p, const struct text_need *n) {
  bool fold = n->what == NEED_ALIKE;
  for (uint64_t i = 0; i < n->most; i++) {
    uint32_t c = element(p, i, n->size);
    uint32_t d = element((const void *)n->with, i, n->size);
    if (!c || !d || (fold ? folded(c, n->size) != folded(d, n->size) : c != d))
      return i + 1;
  }
  return n->most;
}

/* To the end of the first place where the other text is; else all of it. */
static uint64_t find(const void *p, const struct text_need *n) {
  const void *what = (const void *)n->with;
  bool fold = n->what == NEED_FOLDED_PLACE;
  for (uint64_t at = 0;; at++) {
    uint64_t i = 0;
    for (uint32_t c; (c = element(what, i, n->size)); i++) {
      uint32_t d = element(p, at + i, n->size);
      if (fold ? folded(c, n->size) != folded(d, n->size) : c != d)
        break;
    }
    if (!element(what, i, n->size))
      return at + i;
    if (!element(p, at, n->size))
      return at + 1;
  }
}

/* --- numbers ------------------------------------------------------------- */

/* Behind blanks and a sign. */
static uint64_t number_at(const void *p, unsigned size) {
  static const char blanks[] = " \t\n\v\f\r";
  uint64_t i = 0;
  while (element(p, i, size) && element(p, i, size) < 128 &&
         strchr(blanks, (int)element(p, i, size)))
    i++;
  return i + (element(p, i, size) == '-' || element(p, i, size) == '+');
}

/* What it is worth, 36 if nothing. */
static uint32_t digit(const void *p, uint64_t i, unsigned size) {
  uint32_t c = element(p, i, size);
  return c - '0' < 10          ? c - '0'
         : (c | 32) - 'a' < 26 ? (c | 32) - 'a' + 10
                               : 36;
}

static bool is_letter(const void *p, uint64_t i, unsigned size, char small) {
  return (element(p, i, size) | 32) == (uint32_t)small;
}

static bool is_hexadecimal(const void *p, uint64_t i, unsigned size) {
  return element(p, i, size) == '0' && is_letter(p, i + 1, size, 'x');
}

static uint64_t whole(const void *p, const struct text_need *n) {
  unsigned size = n->size, base = (unsigned)n->with;
  uint64_t i = number_at(p, size);
  if ((!base || base == 16) && is_hexadecimal(p, i, size)) {
    i += 2;
    base = 16;
  }
  if (!base)
    base = element(p, i, size) == '0' ? 8 : 10;
  while (digit(p, i, size) < base)
    i++;
  return i + 1;
}

/* "infinity", "nan(...)": how much of them is there, and what is not. */
static uint64_t spelt(const void *p, uint64_t i, unsigned size) {
  const char *word = is_letter(p, i, size, 'i') ? "infinity" : "nan(";
  uint64_t k = 0;
  while (word[k] && (word[k] == '(' ? element(p, i + k, size) == '('
                                    : is_letter(p, i + k, size, word[k])))
    k++;
  if (*word == 'n' && !word[k])
    while (digit(p, i + k, size) < 36 || element(p, i + k, size) == '_')
      k++;
  return k + (*word == 'n' || word[k]);
}

static uint64_t real(const void *p, const struct text_need *n) {
  unsigned size = n->size;
  uint64_t i = number_at(p, size);
  if (is_letter(p, i, size, 'i') || is_letter(p, i, size, 'n'))
    return i + spelt(p, i, size);
  bool hexadecimal = is_hexadecimal(p, i, size), point = false;
  i += hexadecimal ? 2 : 0;
  while (digit(p, i, size) < (hexadecimal ? 16 : 10) ||
         (!point && element(p, i, size) == '.')) {
    point |= element(p, i, size) == '.';
    i++;
  }
  if (is_letter(p, i, size, hexadecimal ? 'p' : 'e')) {
    i++;
    i += element(p, i, size) == '-' || element(p, i, size) == '+';
    while (digit(p, i, size) < 10)
      i++;
  }
  return i + 1;
}

/* A number is passed in a text, all of which is read; but what ends in no zero
 * byte is no mistake where the number itself has an end: that is as far as the
 * array goes. */
static uint64_t to_end(const void *p, uint64_t from, unsigned size) {
  uint64_t i = from;
  if (!element(p, i - 1, size))
    return i;
  while (rt_bounds_allow((uint64_t)p + i * size))
    if (!element(p, i++, size))
      return i;
  return i;
}

/* --- all of them -------------------------------------------------------- */

uint64_t rt_need(const void *p, const struct text_need *n) {
  switch (n->what) {
  case NEED_LIKE:
  case NEED_ALIKE:
    return compare(p, n) * n->size;
  case NEED_PIECE:
    return piece(p, n) * n->size;
  case NEED_PLACE:
  case NEED_FOLDED_PLACE:
    return find(p, n) * n->size;
  case NEED_WHOLE:
    return to_end(p, whole(p, n), n->size) * n->size;
  case NEED_REAL:
    return to_end(p, real(p, n), n->size) * n->size;
  default:
    return search(p, n) * n->size;
  }
}

/* Of what was read, and of what is there beyond that. */
static uint64_t needed(struct rt_call *k, const void *p,
                       const struct text_need *n) {
  rt_call_see(k);
  uint64_t len = rt_need(p, n);
  rt_call_leave(k);
  return len;
}

struct need_extent {
  struct rt_extent base;
  struct rt_call *call;
  const struct text_need *need;
  const void *text; /* that is looked at first, */
  uint64_t done;    /* as much of it was read */
};

static uint64_t need_now(const struct rt_extent *x) {
  const struct need_extent *e = (const struct need_extent *)x;
  uint64_t len = needed(e->call, e->text, e->need);
  return len > e->done ? len - e->done : 0;
}

/* Of an argument, behind what was read of it: that much more was read. */
static uint64_t read_on(struct rt_call *k, unsigned argument, const void *from,
                        const void *text, uint64_t done,
                        const struct text_need *n) {
  const struct need_extent e = {
      {need_now, (const char *)from + done}, k, n, text, done};
  return rt_call_extent(k, argument, &e.base);
}

void rt_call_need(struct rt_call *k, unsigned argument, const void *p,
                  const struct text_need *n) {
  if (!rt_is_nobodys(p) || rt_is_constant(p))
    read_on(k, argument, p, p, 0, n);
}

void rt_call_need_both(struct rt_call *k, const void *a, const void *b,
                       uint64_t most, uint8_t what) {
  const struct text_need n = {what, 1, (uint64_t)b, most};
  uint64_t first = 0, second = 0, len;
  if (!a || !b)
    return; /* the call will say */
  while ((len = needed(k, a, &n)) > least(first, second)) {
    uint64_t one = rt_is_nobodys(a) ? len : read_on(k, 0, a, a, first, &n);
    uint64_t two = rt_is_nobodys(b) ? len : read_on(k, 1, b, a, second, &n);
    first = rt_is_nobodys(a) ? len : first + one;
    second = rt_is_nobodys(b) ? len : second + two;
  }
}
