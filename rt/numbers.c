/* Numbers that are read from texts: where inputs matter, which characters are
 * digits is decided one by one, and the number is an expression of them. */
#include <errno.h>
#include <limits.h>

#include "rt/calls.h"
#include "rt/follow.h"
#include "rt/need.h"
#include "rt/rt.h"

/* A number as it is read. */
struct number {
  const char *at; /* the next character */
  unsigned base;
  bool negative, any, over;
  uint32_t value; /* of 64 bits, without its sign */
  uint64_t most;  /* never more, if not `over` */
  heddle_at site;
};

/* Texts in shared memory have been read by then (rt_call_text). */
static bool next_is(const struct number *n, const char *set) {
  if (rt_alone())
    rt_bounds_check((uint64_t)n->at, 1, false, n->site);
  return rt_follow_among(n->at, set, n->site);
}

static uint32_t within(uint32_t byte, char from, char to) {
  uint32_t by =
      rt_sym_make(SYM_SUB, 8, byte, rt_sym_const(8, (uint8_t)from), 0, 0);
  return rt_sym_make(SYM_ULE, 1, by, rt_sym_const(8, (uint8_t)(to - from)), 0,
                     0);
}

static uint32_t minus(uint32_t byte, int by) {
  return rt_sym_make(SYM_SUB, 8, byte, rt_sym_const(8, (uint8_t)by), 0, 0);
}

/* What the character at p is worth, 255 if nothing. */
static uint32_t digit_at(const char *p) {
  uint32_t c = rt_sym_byte(p), none = rt_sym_const(8, 255);
  uint32_t upper =
      rt_sym_make(SYM_ITE, 8, within(c, 'A', 'Z'), minus(c, 'A' - 10), none, 0);
  uint32_t letter = rt_sym_make(SYM_ITE, 8, within(c, 'a', 'z'),
                                minus(c, 'a' - 10), upper, 0);
  return rt_sym_make(SYM_ITE, 8, within(c, '0', '9'), minus(c, '0'), letter, 0);
}

static bool is_digit(const struct number *n, uint32_t digit, const char *p) {
  uint32_t in = rt_sym_make(SYM_ULT, 1, digit, rt_sym_const(8, n->base), 0, 0);
  if (rt_alone())
    rt_bounds_check((uint64_t)p, 1, false, n->site);
  return rt_sym_is_const(rt_sym_byte(p)) ? rt_sym_value(in)
                                         : rt_sym_decide(in, n->site);
}

/* "0x" counts only before a digit. */
static void read_prefix(struct number *n) {
  bool zero = (n->base == 0 || n->base == 16) && next_is(n, "0");
  struct number after = *n;
  after.at++;
  after.base = 16;
  if (zero && next_is(&after, "xX") &&
      is_digit(&after, digit_at(n->at + 2), n->at + 2)) {
    n->at += 2;
    n->base = 16;
  } else if (!n->base) {
    n->base = zero ? 8 : 10;
  }
}

/* Whether one more digit makes it larger than any number is a branch, where
 * it can be. */
static void add_digit(struct number *n, uint32_t digit, uint64_t limit) {
  uint64_t sum;
  bool fits = !__builtin_mul_overflow(n->most, (uint64_t)n->base, &sum) &&
              !__builtin_add_overflow(sum, n->base - 1, &sum) && sum <= limit;
  uint32_t d = rt_sym_resize(digit, 64), base = rt_sym_const(64, n->base);
  uint32_t cut = rt_sym_const(64, limit / n->base);
  uint32_t rest = rt_sym_const(64, limit % n->base);
  if (!fits && !n->over) {
    uint32_t less = rt_sym_make(SYM_ULT, 1, n->value, cut, 0, 0);
    uint32_t same =
        rt_sym_make(SYM_AND, 1, rt_sym_make(SYM_EQ, 1, n->value, cut, 0, 0),
                    rt_sym_make(SYM_ULE, 1, d, rest, 0, 0), 0, 0);
    n->over = !rt_sym_decide(rt_sym_make(SYM_OR, 1, less, same, 0, 0), n->site);
  }
  n->most = fits ? sum : limit;
  if (!n->over)
    n->value = rt_sym_make(
        SYM_ADD, 64, rt_sym_make(SYM_MUL, 64, n->value, base, 0, 0), d, 0, 0);
  n->any = true;
  n->at++;
}

/* `limits`: of a number without sign, and of one with it. */
static void read_number(struct number *n, uint64_t limit, uint64_t negative) {
  while (next_is(n, " \t\n\v\f\r"))
    n->at++;
  n->negative = next_is(n, "-");
  if (n->negative || next_is(n, "+"))
    n->at++;
  read_prefix(n);
  for (;;) {
    uint32_t digit = digit_at(n->at);
    if (!is_digit(n, digit, n->at))
      return;
    add_digit(n, digit, n->negative ? negative : limit);
  }
}

/* --- the functions ------------------------------------------------------ */

/* Follows `self(s, ...)`: true, with the number and where it ends. */
static bool follow(const void *self, struct rt_call *k, const char *s, int base,
                   bool is_signed, uint64_t *value, const char **end) {
  k->follows =
      rt_follow_text(s, PTRDIFF_MAX) && (!base || (base > 1 && base <= 36));
  if (!k->follows)
    rt_call_need(
        k, 0, s,
        &(struct text_need){NEED_WHOLE, 1, (uint64_t)base, PTRDIFF_MAX});
  else if (!rt_alone())
    rt_call_text(k, 0, s, PTRDIFF_MAX, 1);
  if (!k->follows)
    return false;
  struct number n = {.at = s,
                     .base = (unsigned)base,
                     .value = rt_sym_const(64, 0),
                     .site = k->site};
  uint64_t most = is_signed ? INT64_MAX : UINT64_MAX;
  read_number(&n, most, is_signed ? most + 1 : most);
  *end = n.any ? n.at : s;
  if (n.over) {
    errno = ERANGE;
    n.value = rt_sym_const(64, n.negative && is_signed ? most + 1 : most);
  } else if (n.negative) {
    n.value = rt_sym_make(SYM_SUB, 64, rt_sym_const(64, 0), n.value, 0, 0);
  }
  *value = rt_sym_value(n.value);
  rt_sym_returns(self, n.value);
  return true;
}

static void put_end(struct rt_call *k, char **to, const char *end) {
  uint32_t e = heddle_sym_ret;
  const void *from = heddle_sym_from;
  if (to) {
    rt_call_wrote(k, 1, to, sizeof *to);
    *to = (char *)end;
  }
  heddle_sym_ret = e;
  heddle_sym_from = from;
}

static void begin(struct rt_call *k, const void *self) {
  heddle_at site = heddle_here;
  const uint32_t *args = heddle_sym_enter(self);
  uint32_t s = args[0], end = args[1], base = args[2];
  heddle_sym_fix(s, ABI_INDEX, site);
  heddle_sym_fix(end, ABI_INDEX, site);
  heddle_sym_fix(base, ABI_INDEX, site);
  rt_call_open(k, site);
}

#define NUMBER(name, type, is_signed)                                          \
  type heddle_##name(const char *s, char **end, int base) {                    \
    struct rt_call k;                                                          \
    uint64_t value;                                                            \
    const char *ends;                                                          \
    begin(&k, (void *)heddle_##name);                                          \
    if (follow((void *)heddle_##name, &k, s, base, is_signed, &value,          \
               &ends)) {                                                       \
      put_end(&k, end, ends);                                                  \
    } else {                                                                   \
      char *there;                                                             \
      rt_call_enter(&k);                                                       \
      value = (uint64_t)name(s, &there, base);                                 \
      rt_call_leave(&k);                                                       \
      put_end(&k, end, there);                                                 \
    }                                                                          \
    rt_call_close(&k);                                                         \
    return (type)value;                                                        \
  }

NUMBER(strtol, long, true)
NUMBER(strtoll, long long, true)
NUMBER(strtoul, unsigned long, false)
NUMBER(strtoull, unsigned long long, false)

#define WHOLE(name, type)                                                      \
  type heddle_##name(const char *s) {                                          \
    struct rt_call k;                                                          \
    uint64_t value;                                                            \
    const char *ends;                                                          \
    heddle_at site = heddle_here;                                              \
    heddle_sym_fix(heddle_sym_enter((void *)heddle_##name)[0], ABI_INDEX,      \
                   site);                                                      \
    rt_call_open(&k, site);                                                    \
    int error = errno;                                                         \
    if (follow((void *)heddle_##name, &k, s, 10, true, &value, &ends)) {       \
      errno = error;                                                           \
      rt_call_close(&k);                                                       \
      return (type)value;                                                      \
    }                                                                          \
    rt_call_enter(&k);                                                         \
    type result = name(s);                                                     \
    rt_call_leave(&k);                                                         \
    rt_call_close(&k);                                                         \
    return result;                                                             \
  }

WHOLE(atoi, int)
WHOLE(atol, long)
WHOLE(atoll, long long)
