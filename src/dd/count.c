/* How many tuples: exactly.  Numbers are little-endian words, base 2^32. */
#include <math.h>
#include <string.h>

#include "base/map.h"
#include "dd/forest.h"

typedef VEC(uint32_t) big;

static void big_add(big *a, const uint32_t *b, size_t len) {
  uint64_t carry = 0;
  if (a->len < len)
    vec_resize(a, len);
  for (size_t i = 0; i < a->len && (i < len || carry); i++) {
    carry += (uint64_t)a->at[i] + (i < len ? b[i] : 0);
    a->at[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry)
    vec_push(a, (uint32_t)carry);
}

static void big_times(big *a, uint32_t m) {
  uint64_t carry = 0;
  for (size_t i = 0; i < a->len; i++) {
    carry += (uint64_t)a->at[i] * m;
    a->at[i] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry)
    vec_push(a, (uint32_t)carry);
}

/* Divides by 10^9, returns the rest. */
static uint32_t big_chop(big *a) {
  uint64_t rest = 0;
  for (size_t i = a->len; i-- > 0;) {
    rest = rest << 32 | a->at[i];
    a->at[i] = (uint32_t)(rest / 1000000000);
    rest %= 1000000000;
  }
  while (a->len && !a->at[a->len - 1])
    a->len--;
  return (uint32_t)rest;
}

static void big_digits(big *a, struct text *out) {
  VEC(uint32_t) parts = {0};
  do
    vec_push(&parts, big_chop(a));
  while (a->len);
  text_printf(out, "%u", vec_pop(&parts));
  while (parts.len)
    text_printf(out, "%09u", vec_pop(&parts));
  vec_free(&parts);
}

/* Each node's number, in one heap; found by the node. */
struct counting {
  const struct dd *f;
  struct map known; /* node -> first << 32 | len */
  big heap;
};

/* By how much an edge from `level` to n stands for more: the variables it
 * leaves out. */
static void skip(const struct dd *f, big *a, unsigned level, dd_node n) {
  for (unsigned l = node_level(f, n) + 1; l < level; l++)
    big_times(a, f->sizes[l]);
}

static void count(struct counting *c, dd_node n) {
  const struct dd *f = c->f;
  const unsigned level = node_level(f, n);
  if (n <= DD_TRUE || map_get(&c->known, n))
    return;
  const uint32_t data = node_data(f, n), len = node_len(f, n);
  const uint32_t step = f->stride + node_sparse(f, n);
  const uint32_t at = node_sparse(f, n) ? 1 : 0;
  for (uint32_t i = 0; i < len; i++)
    count(c, f->pool[data + i * step + at]);
  big sum = {0}, one = {0};
  for (uint32_t i = 0; i < len; i++) {
    const dd_node child = f->pool[data + i * step + at];
    if (!child)
      continue;
    vec_clear(&one);
    if (child == DD_TRUE) {
      vec_push(&one, 1);
    } else {
      const uint64_t place = *map_get(&c->known, child);
      const size_t size = place & UINT32_MAX;
      vec_resize(&one, size);
      memcpy(one.at, c->heap.at + (place >> 32), size * sizeof *one.at);
    }
    skip(f, &one, level, child);
    big_add(&sum, one.at, one.len);
  }
  map_put(&c->known, n, (uint64_t)c->heap.len << 32 | sum.len);
  vec_each(&sum, w) vec_push(&c->heap, *w);
  vec_free(&sum);
  vec_free(&one);
}

static void number(const struct dd *f, dd_node n, big *out) {
  struct counting c = {.f = f};
  vec_clear(out);
  if (!n)
    return;
  count(&c, n);
  if (n == DD_TRUE) {
    vec_push(out, 1);
  } else {
    const uint64_t place = *map_get(&c.known, n);
    vec_resize(out, place & UINT32_MAX);
    memcpy(out->at, c.heap.at + (place >> 32), out->len * sizeof *out->at);
  }
  skip(f, out, f->levels + 1, n);
  map_free(&c.known);
  vec_free(&c.heap);
}

void dd_count(const struct dd *f, dd_node n, struct text *digits) {
  big a = {0};
  number(f, n, &a);
  big_digits(&a, digits);
  vec_free(&a);
}

double dd_count_about(const struct dd *f, dd_node n) {
  big a = {0};
  double sum = 0;
  number(f, n, &a);
  for (size_t i = a.len; i-- > 0;)
    sum = sum * 4294967296.0 + a.at[i];
  vec_free(&a);
  return sum;
}
