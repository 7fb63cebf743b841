#include "cover/field.h"

#include <assert.h>

#include "base/alloc.h"
#include "base/sound.h"

/* p and n with p^n = q, or false. */
static bool prime_power(uint32_t q, uint32_t *p, uint32_t *n) {
  EXPECTS(q > 0);
  for (*p = 2; *p <= q; ++*p) {
    if (q % *p)
      continue;
    *n = 0;
    while (q % *p == 0) {
      q /= *p;
      ++*n;
    }
    return q == 1;
  }
  return false;
}

uint32_t field_at_least(uint32_t n) {
  EXPECTS(n);
  uint32_t p, e;
  for (uint32_t q = n < 2 ? 2 : n; q <= FIELD_MOST; q++)
    if (prime_power(q, &p, &e))
      return q;
  return 0;
}

/* An element is a polynomial over Z_p: its digits in base p. */
static uint32_t plus(uint32_t a, uint32_t b, uint32_t p) {
  EXPECTS(p > 1);
  uint32_t sum = 0, place = 1;
  for (; a || b; a /= p, b /= p, place *= p)
    sum += (a % p + b % p) % p * place;
  return sum;
}

/* a times x, reduced by x^n = `tail` (a polynomial of lower degree). */
static uint32_t times_x(uint32_t a, uint32_t tail, uint32_t p, uint32_t q) {
  uint32_t top = a / (q / p), r = a % (q / p) * p;
  for (uint32_t i = 0; i < top; i++)
    r = plus(r, tail, p);
  return r;
}

/* With the right tail the powers of x are all elements but zero; there is
 * one for every prime power (x is then primitive). */
static bool is_primitive(uint32_t tail, uint32_t p, uint32_t q) {
  uint32_t a = 1;
  for (uint32_t i = 1; i < q - 1; i++)
    if ((a = times_x(a, tail, p, q)) <= 1)
      return false;
  return times_x(a, tail, p, q) == 1;
}

static void extension(struct field *f, uint32_t p) {
  uint32_t q = f->q, tail = 1;
  while (!is_primitive(tail, p, q))
    tail++;
  uint16_t power[FIELD_MOST], log[FIELD_MOST];
  for (uint32_t i = 0, a = 1; i + 1 < q; i++, a = times_x(a, tail, p, q)) {
    power[i] = (uint16_t)a;
    log[a] = (uint16_t)i;
  }
  for (uint32_t a = 0; a < q; a++)
    for (uint32_t b = 0; b < q; b++) {
      f->add[a * q + b] = (uint16_t)plus(a, b, p);
      f->mul[a * q + b] = a && b ? power[(log[a] + log[b]) % (q - 1)] : 0;
    }
}

void field_open(struct field *f, uint32_t q) {
  EXPECTS(q > 1 && q <= FIELD_MOST);
  uint32_t p = q, n = 1;
  if (!prime_power(q, &p, &n))
    assert(!"a prime power");
  f->q = q;
  f->add = alloc_zero((size_t)q * q, sizeof *f->add);
  f->mul = alloc_zero((size_t)q * q, sizeof *f->mul);
  if (n > 1) {
    extension(f, p);
    return;
  }
  for (uint32_t a = 0; a < q; a++)
    for (uint32_t b = 0; b < q; b++) {
      f->add[a * q + b] = (uint16_t)((a + b) % q);
      f->mul[a * q + b] = (uint16_t)(a * b % q);
    }
}

void field_close(struct field *f) {
  free(f->add);
  free(f->mul);
}
