#include "rt/follow.h"

#include <ctype.h>
#include <string.h>

#include "rt/rt.h"

/* --- texts -------------------------------------------------------------- */

uint64_t rt_follow_size(const void *p, uint64_t most, heddle_at site) {
  const char *s = p;
  for (uint64_t n = 0; n < most; n++) {
    uint32_t e =
        rt_sym_slot((uint64_t)(s + n)) ? heddle_sym_load(s + n, 1, site) : 0;
    if (e)
      heddle_sym_truth(e, site);
    if (!s[n])
      return n + 1;
    if (e) /* is there a next one? */
      rt_bounds_check((uint64_t)(s + n), 1, false, site);
  }
  return most;
}

bool rt_follow_text(const char *s, uint64_t most) {
  return rt_sym_on() && rt_sym_any(s, rt_text_size(s, most, 1));
}

/* --- comparing ---------------------------------------------------------- */

/* The byte as a number of 32 bits. */
static uint32_t number_at(const char *p, unsigned how) {
  uint32_t e = rt_sym_byte(p);
  if (how & COMPARE_FOLD && rt_sym_is_const(e))
    return rt_sym_const(32, (uint32_t)tolower((uint8_t)*p));
  e = rt_sym_resize(e, 32);
  return how & COMPARE_FOLD ? heddle_sym_character(tolower, e, NULL) : e;
}

struct pair {
  uint32_t a, b;
};

static bool is_zero(uint32_t e) {
  return rt_sym_is_const(e) && !rt_sym_value(e);
}

/* Nothing behind this pair matters, whatever the inputs are. */
static bool ends(struct pair p, unsigned how) {
  bool known = rt_sym_is_const(p.a) && rt_sym_is_const(p.b);
  return (known && rt_sym_value(p.a) != rt_sym_value(p.b)) ||
         (how & COMPARE_TEXT && (is_zero(p.a) || is_zero(p.b)));
}

static uint32_t equal(struct pair p) {
  return rt_sym_make(SYM_EQ, 1, p.a, p.b, 0, 0);
}

/* What the pair says, and `rest` where it says nothing. */
static uint32_t compared(struct pair p, uint32_t rest, unsigned how) {
  uint32_t zero = rt_sym_const(32, 0);
  uint32_t differs = rt_sym_make(SYM_SUB, 32, p.a, p.b, 0, 0);
  bool can_end = how & COMPARE_TEXT &&
                 (!rt_sym_is_const(p.a) || !rt_sym_value(p.a)) &&
                 (!rt_sym_is_const(p.b) || !rt_sym_value(p.b));
  if (can_end)
    rest = rt_sym_make(SYM_ITE, 32, rt_sym_make(SYM_EQ, 1, p.a, zero, 0, 0),
                       zero, rest, 0);
  return rt_sym_make(SYM_ITE, 32, equal(p), rest, differs, 0);
}

/* A byte that must not be read: whether it would be is decided, that is,
 * whether all before it are equal and none of them ends. */
static bool goes_on(const struct pair *at, uint64_t count, unsigned how,
                    heddle_at site) {
  for (uint64_t i = 0; i < count; i++) {
    if (!rt_sym_decide(equal(at[i]), site))
      return false;
    uint32_t end = rt_sym_make(SYM_EQ, 1, at[i].a, rt_sym_const(32, 0), 0, 0);
    if (how & COMPARE_TEXT && rt_sym_decide(end, site))
      return false;
  }
  return true;
}

uint32_t rt_follow_compare(const void *a, const void *b, uint64_t most,
                           unsigned how, heddle_at site) {
  enum { PAIRS = 4096 };
  static struct pair pairs[PAIRS]; /* nobody else runs meanwhile */
  const char *x = a, *y = b;
  uint64_t count = 0;
  uint32_t out = rt_sym_const(32, 0);
  while (count < most && (!count || !ends(pairs[count - 1], how))) {
    bool there = rt_bounds_allow((uint64_t)(x + count)) &&
                 rt_bounds_allow((uint64_t)(y + count));
    if ((!there || count == PAIRS) && !goes_on(pairs, count, how, site))
      break;
    rt_bounds_check((uint64_t)(x + count), 1, false, site);
    rt_bounds_check((uint64_t)(y + count), 1, false, site);
    if (count == PAIRS)
      return rt_follow_compare(x + count, y + count, most - count, how, site);
    pairs[count] =
        (struct pair){number_at(x + count, how), number_at(y + count, how)};
    count++;
  }
  while (count-- > 0)
    out = compared(pairs[count], out, how);
  return out;
}

/* --- single bytes ------------------------------------------------------- */

bool rt_follow_is(const char *p, uint32_t c, heddle_at site) {
  uint32_t e = rt_sym_byte(p);
  if (rt_sym_is_const(e) && rt_sym_is_const(c))
    return rt_sym_value(e) == rt_sym_value(c);
  return rt_sym_decide(rt_sym_make(SYM_EQ, 1, e, c, 0, 0), site);
}

bool rt_follow_among(const char *p, const char *set, heddle_at site) {
  uint32_t e = rt_sym_byte(p), in = rt_sym_const(1, 0);
  if (rt_sym_is_const(e) && !rt_sym_value(e))
    return false;
  for (; *set; set++)
    in = rt_sym_make(SYM_OR, 1, in,
                     rt_sym_make(SYM_EQ, 1, e, rt_sym_byte(set), 0, 0), 0, 0);
  return rt_sym_is_const(e) ? rt_sym_value(in) : rt_sym_decide(in, site);
}

/* --- characters --------------------------------------------------------- */

/* Over the characters and EOF the function is a number, or the character and a
 * number, in a few pieces; they are found by calling it. */
uint32_t heddle_sym_character(int (*function)(int), uint32_t e,
                              heddle_at site) {
  enum { MOST = 255 };
  if (!e || rt_sym_is_const(e))
    return 0;
  e = rt_sym_resize(e, 32);
  if (rt_sym_full() || rt_sym_value(e) + 1 > MOST + 1) {
    rt_sym_pin(e, site); /* which means nothing */
    return 0;
  }
  bool moves = function == tolower || function == toupper;
  uint32_t from = rt_sym_make(SYM_ADD, 32, e, rt_sym_const(32, 1), 0, 0);
  rt_sym_branch(rt_sym_make(SYM_ULE, 1, from, rt_sym_const(32, MOST + 1), 0, 0),
                ABI_BRANCH, site);
  uint32_t out = 0;
  for (int c = -1, before = 0; c <= MOST; c++) {
    int by = function(c) - (moves ? c : 0);
    if (out && by == before)
      continue; /* the piece goes on */
    uint32_t piece = rt_sym_const(32, (uint32_t)by);
    if (moves)
      piece = rt_sym_make(SYM_ADD, 32, e, piece, 0, 0);
    uint32_t begins = rt_sym_const(32, (uint32_t)(c + 1));
    uint32_t here = rt_sym_make(SYM_ULE, 1, begins, from, 0, 0);
    out = out ? rt_sym_make(SYM_ITE, 32, here, piece, out, 0) : piece;
    before = by;
  }
  return out;
}
