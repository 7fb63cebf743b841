/* How many tuples: exactly.  Numbers are little-endian words, base 2^32. */
#include <math.h>
#include <string.h>

#include "base/map.h"
#include "base/sound.h"
#include "dd/forest.h"

typedef VEC(uint32_t) big;

static void big_add(big *a, const uint32_t *b, size_t len) {
  EXPECTS(b || !len);
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

/* Each node's number, from when it is known until the last edge to the node
 * has been followed: the numbers of one diagram are far larger than it. */
struct entry {
  big number;
  uint64_t uses; /* edges to the node that are still to follow */
  bool known;
};
struct counting {
  const struct dd *f;
  struct map places; /* node -> entry */
  VEC(struct entry) entries;
};

/* Of both kinds of node, with values or without. */
static dd_node child_at(const struct dd *f, dd_node n, uint32_t i) {
  EXPECTS(n > DD_TRUE);
  const uint32_t sparse = node_sparse(f, n);
  return f->pool[node_data(f, n) + i * (f->stride + sparse) + sparse];
}

static void see(struct counting *c, dd_node n) {
  bool added;
  if (n <= DD_TRUE)
    return;
  uint64_t *place = map_at(&c->places, n, &added);
  if (!added) {
    c->entries.at[*place].uses++;
    return;
  }
  *place = c->entries.len;
  vec_push(&c->entries, ((struct entry){.uses = 1}));
  for (uint32_t i = 0; i < node_len(c->f, n); i++)
    see(c, child_at(c->f, n, i));
}

/* By how much an edge from `level` to n stands for more: the variables it
 * leaves out. */
static void skip(const struct dd *f, big *a, unsigned level, dd_node n) {
  for (unsigned l = node_level(f, n) + 1; l < level; l++)
    big_times(a, f->sizes[l]);
}

/* The number of n, for an edge from `level`; follows that edge. */
static void count(struct counting *c, dd_node n, unsigned level, big *out) {
  const struct dd *f = c->f;
  vec_clear(out);
  if (!n)
    return;
  if (n == DD_TRUE) {
    vec_push(out, 1);
    skip(f, out, level, n);
    return;
  }
  const size_t place = *map_get(&c->places, n);
  if (!c->entries.at[place].known) {
    big sum = {0};
    for (uint32_t i = 0; i < node_len(f, n); i++) {
      count(c, child_at(f, n, i), node_level(f, n), out);
      big_add(&sum, out->at, out->len);
    }
    c->entries.at[place].number = sum;
    c->entries.at[place].known = true;
  }
  struct entry *e = &c->entries.at[place];
  vec_resize(out, e->number.len);
  memcpy(out->at, e->number.at, e->number.len * sizeof *out->at);
  if (!--e->uses)
    vec_free(&e->number);
  skip(f, out, level, n);
}

static void number(const struct dd *f, dd_node n, big *out) {
  struct counting c = {.f = f};
  see(&c, n);
  count(&c, n, f->levels + 1, out);
  map_free(&c.places);
  vec_free(&c.entries);
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
