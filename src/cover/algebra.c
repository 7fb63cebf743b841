/* algebra: covering arrays that are computed, not searched (strategy.h).
 *
 * All levels are taken to be the largest, v; cells with a value a parameter
 * does not have are left open, and IPO closes them.
 *
 *   bush      q^t tests for up to q+1 parameters, q >= v a prime power: the
 *             values of all polynomials of degree < t (Bush 1952)
 *   product   pairs: q^2 + m(q^2 - q) tests for (q+1) q^m parameters; the
 *             second array may lose its constant tests, since the first
 *             covers equal values (Stevens and Mendelsohn 1999)
 *   starter   pairs: k(v-1) + 1 tests for k parameters: a vector over
 *             Z_(v-1) and a fixed point, turned and shifted, whose
 *             differences at every distance are all there (Meagher and
 *             Stevens 2005); the vector is found by a short search
 *   katona    pairs of two values: the least N with C(N-1, ceil(N/2)) >= k,
 *             which is optimal (Katona 1973; Kleitman and Spencer 1973) */
#include <math.h>

#include "base/rng.h"
#include "base/sound.h"
#include "cover/field.h"
#include "cover/ipo.h"
#include "cover/strategy.h"

enum { TESTS_MOST = 1000000 };

/* --- bush ----------------------------------------------------------------- */

/* Test number n (the digits are the coefficients) at column c. */
static cell evaluate(const struct field *f, uint64_t n, uint32_t t,
                     uint32_t c) {
  EXPECTS(f->q > 1);
  uint32_t q = f->q, sum = 0;
  if (c == q) { /* the point at infinity: the leading coefficient */
    for (uint32_t i = 0; i + 1 < t; i++)
      n /= q;
    return (cell)(n % q);
  }
  uint64_t digits[16];
  for (uint32_t i = 0; i < t; i++, n /= q)
    digits[i] = n % q;
  for (uint32_t i = t; i-- > 0;)
    sum = f->add[f->mul[sum * q + c] * q + digits[i]];
  return (cell)sum;
}

static bool bush(struct tests *out, uint32_t k, uint32_t v, uint32_t t,
                 double most) {
  EXPECTS(k && v > 1 && t);
  uint32_t q = field_at_least(v > k - 1 ? v : k - 1);
  if (!q || pow(q, t) >= most)
    return false;
  struct field f;
  field_open(&f, q);
  uint64_t total = 1;
  for (uint32_t i = 0; i < t; i++)
    total *= q;
  for (uint64_t n = 0; n < total; n++) {
    cell *row = tests_add(out);
    for (uint32_t c = 0; c < k; c++)
      row[c] = evaluate(&f, n, t, c);
  }
  field_close(&f);
  return true;
}

/* --- product -------------------------------------------------------------- */

static bool product(struct tests *out, uint32_t k, uint32_t v, double most) {
  uint32_t q = field_at_least(v), m = 0;
  if (!q)
    return false;
  double reach = q + 1.0;
  while (reach < k) {
    reach *= q;
    m++;
  }
  if ((double)q * q + m * ((double)q * q - q) >= most)
    return false;
  struct field f;
  field_open(&f, q);
  /* Column c is written as (a, b1, ..., bm), a < q+1, b < q. */
  for (uint32_t part = 0; part <= m; part++)
    for (uint32_t n = 0; n < q * q; n++) {
      if (part && n / q == 0)
        continue; /* constant in the first q columns */
      cell *row = tests_add(out);
      for (uint32_t c = 0; c < k; c++) {
        uint32_t digit = c % (q + 1), rest = c / (q + 1);
        for (uint32_t i = 1; i <= part; i++, rest /= q)
          digit = rest % q;
        row[c] = evaluate(&f, n, 2, digit);
      }
    }
  field_close(&f);
  return true;
}

/* --- starter -------------------------------------------------------------- */

enum { STARTER_STEPS = 400000 };

struct starter {
  uint32_t k, g;    /* parameters, order of the group; g is the fixed point */
  uint32_t classes; /* differences at a distance: g, and g with each side */
  cell *at;
  uint16_t *seen; /* [distance 1..k/2][classes] */
  uint32_t missing;
};

static uint32_t class_of(const struct starter *s, cell a, cell b) {
  if (a == s->g)
    return b == s->g ? s->g + 2 : s->g;
  return b == s->g ? s->g + 1 : (b + s->g - a) % s->g;
}

static void tally(struct starter *s, uint32_t i, int by) {
  EXPECTS(by == 1 || by == -1);
  for (uint32_t d = 1; d <= s->k / 2; d++) {
    uint16_t *seen = &s->seen[d * s->classes];
    uint32_t ends[2][2] = {{i, (i + d) % s->k}, {(i + s->k - d) % s->k, i}};
    for (int e = 0; e < 2; e++) {
      uint32_t c = class_of(s, s->at[ends[e][0]], s->at[ends[e][1]]);
      if (by > 0 ? !seen[c]++ : !--seen[c])
        s->missing += c < s->g + 2 ? (uint32_t)-by : 0;
    }
  }
}

/* Changes one place at a time, keeping what is not worse. */
static bool find_starter(struct starter *s, uint64_t seed) {
  struct rng r = rng_seed(seed);
  for (uint32_t i = 0; i < s->k; i++)
    s->at[i] = (cell)rng_below(&r, s->g);
  s->at[0] = (cell)s->g;
  s->missing = (s->g + 2) * (s->k / 2);
  for (uint32_t d = 1; d <= s->k / 2; d++)
    for (uint32_t i = 0; i < s->k; i++) {
      uint32_t c = class_of(s, s->at[i], s->at[(i + d) % s->k]);
      if (!s->seen[d * s->classes + c]++ && c < s->g + 2)
        s->missing--;
    }
  uint32_t budget = STARTER_STEPS / (s->k / 2);
  for (uint32_t n = 0; n < budget && s->missing; n++) {
    uint32_t i = 1 + rng_below(&r, s->k - 1), before = s->missing;
    cell old = s->at[i];
    tally(s, i, -1);
    s->at[i] = (cell)rng_below(&r, s->g);
    tally(s, i, 1);
    if (s->missing > before + (rng_below(&r, 30) == 0)) {
      tally(s, i, -1);
      s->at[i] = old;
      tally(s, i, 1);
    }
  }
  return !s->missing;
}

static bool starter(struct tests *out, uint32_t k, uint32_t v, double most,
                    uint64_t seed) {
  EXPECTS(k && v > 1);
  if (v < 3 || k < 3 || (double)k * (v - 1) + 1 >= most)
    return false;
  struct starter s = {.k = k, .g = v - 1, .classes = v + 2};
  s.at = alloc_zero(k, sizeof *s.at);
  s.seen = alloc_zero((size_t)(k / 2 + 1) * s.classes, sizeof *s.seen);
  bool found = find_starter(&s, seed);
  for (uint32_t turn = 0; found && turn < k; turn++)
    for (uint32_t shift = 0; shift < s.g; shift++) {
      cell *row = tests_add(out);
      for (uint32_t c = 0; c < k; c++) {
        cell a = s.at[(c + turn) % k];
        row[c] = a == s.g ? a : (cell)((a + shift) % s.g);
      }
    }
  if (found) {
    cell *row = tests_add(out);
    for (uint32_t c = 0; c < k; c++)
      row[c] = (cell)s.g;
  }
  free(s.at);
  free(s.seen);
  return found;
}

/* --- katona --------------------------------------------------------------- */

static double choose(uint32_t n, uint32_t k) {
  double c = 1;
  for (uint32_t i = 1; i <= k; i++)
    c = c * (n - k + i) / i;
  return c;
}

static bool katona(struct tests *out, uint32_t k, double most) {
  EXPECTS(k > 0);
  uint32_t n = 4;
  while (choose(n - 1, (n + 1) / 2) + 0.5 < k)
    n++;
  if (n >= most || n > 63)
    return false;
  for (uint32_t i = 0; i < n; i++)
    tests_add(out);
  uint64_t set = ((uint64_t)1 << (n + 1) / 2) - 1; /* of the tests 1..n-1 */
  for (uint32_t c = 0; c < k; c++) {
    tests_at(out, 0)[c] = 0;
    for (uint32_t i = 1; i < n; i++)
      tests_at(out, i)[c] = set >> (i - 1) & 1;
    uint64_t low = set & -set, up = set + low; /* next of the same size */
    set = (((set ^ up) >> 2) / low) | up;
  }
  return true;
}

/* --- sums ----------------------------------------------------------------- */

/* One parameter more than the strength: every tuple of the largest ones, and
 * their sum as the last, modulo the smallest of them.  Whichever is left out
 * of a subset has at least that many values, so it can make any sum; and no
 * set is smaller than the tuples of the largest. */
static bool sums(struct tests *out, const struct space *s, double most) {
  uint32_t t = s->strength, modulus = s->level[s->by_rank[t - 1]];
  double rows = 1;
  for (uint32_t c = 0; c < t; c++)
    rows *= s->level[s->by_rank[c]];
  if (s->params != t + 1 || rows >= most)
    return false;
  for (uint32_t i = 0; i < (uint32_t)rows && !halt_over(s->halt); i++) {
    cell *row = tests_add(out);
    uint32_t rest = i, sum = 0;
    for (uint32_t c = t; c-- > 0;) {
      row[c] = (cell)(rest % s->level[s->by_rank[c]]);
      rest /= s->level[s->by_rank[c]];
      sum += row[c];
    }
    row[t] = (cell)(sum % modulus);
  }
  return true;
}

/* --- the strategy --------------------------------------------------------- */

/* Uniform enough, and nothing that the arrays know nothing of. */
static bool applies(const struct space *s, const struct tests *tests,
                    uint32_t *v) {
  if (tests->len || s->m->rules.len || s->blocks.len != 1 ||
      s->m->relations.len || s->kind != ORACLE_POSITIVE || s->m->has_negative ||
      s->params < 3 || s->strength < 2)
    return false;
  for (uint32_t p = 0; p < s->params; p++)
    if (s->m->params.at[p].result || s->m->params.at[p].order)
      return false;
  *v = s->level[s->by_rank[0]];
  return *v >= 2;
}

static void best_of(struct tests *best, struct tests *made) {
  if (made->len && (!best->len || made->len < best->len)) {
    struct tests swap = *best;
    *best = *made;
    *made = swap;
  }
  made->len = 0;
}

bool strategy_algebra(const struct space *s, struct tests *tests,
                      uint64_t seed) {
  return strategy_algebra_below(s, tests, seed, TESTS_MOST);
}

bool strategy_algebra_below(const struct space *s, struct tests *tests,
                            uint64_t seed, double most) {
  uint32_t k = s->params, v;
  if (!applies(s, tests, &v))
    return false;
  struct tests best = {.params = k}, made = {.params = k};
  bush(&made, k, v, s->strength, most);
  best_of(&best, &made);
  sums(&made, s, best.len ? best.len : most);
  best_of(&best, &made);
  if (s->strength == 2) {
    if (v == 2)
      katona(&made, k, best.len ? best.len : most);
    best_of(&best, &made);
    product(&made, k, v, best.len ? best.len : most);
    best_of(&best, &made);
    starter(&made, k, v, best.len ? best.len : most, seed);
    best_of(&best, &made);
  }
  tests_free(&made);
  for (uint32_t i = 0; i < best.len; i++) {
    cell *row = tests_add(tests);
    for (uint32_t c = 0; c < k; c++)
      if (tests_at(&best, i)[c] < s->level[s->by_rank[c]])
        row[s->by_rank[c]] = tests_at(&best, i)[c];
  }
  tests_free(&best);
  return tests->len && ipo_grow(s, tests, ipo_h_iv, seed, 0);
}
