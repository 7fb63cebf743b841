/* Base choice (Ammann and Offutt 1994): the base test, and from it each
 * other value on its own; at strength t every tuple of t values on its own.
 *
 * The base value of a parameter is the one of largest weight, the first of
 * those.  Where the rules do not allow a tuple beside the base values, the
 * test takes other values, as few as changing them back one by one leaves. */
#include "base/map.h"
#include "base/sound.h"
#include "cover/guard.h"
#include "cover/strategy.h"

struct choice {
  const struct space *s;
  struct tests *tests;
  cell *base, *row, *test;
  char *key;
  struct names seen; /* the tests so far */
};

static cell base_value(const struct param *p) {
  uint32_t best = UINT32_MAX;
  for (uint32_t v = 0; v < p->count; v++)
    if (!p->values[v].negative && !p->values[v].absent &&
        (best == UINT32_MAX || p->values[v].weight > p->values[best].weight))
      best = v;
  return best == UINT32_MAX ? 0 : (cell)best;
}

/* Three bytes for each cell, none of them zero: the text of a name. */
static bool is_new(struct choice *c, const cell *test) {
  size_t len = 0, before = c->seen.at.len;
  for (uint32_t p = 0; p < c->s->params; p++)
    for (uint32_t shift = 0; shift < 21; shift += 7)
      c->key[len++] = (char)(0x80 | (test[p] >> shift & 0x7f));
  names_add(&c->seen, c->key, len);
  return c->seen.at.len > before;
}

/* The test with the cells of `row` that is nearest to the base. */
static void add_nearest(struct choice *c) {
  const struct space *s = c->s;
  if (!oracle_witness(s->oracle, c->row, c->base, c->test))
    return; /* only a halt says no: the tuple is needed */
  const struct guard *guard = oracle_guard(s->oracle);
  for (bool again = true; again && !halt_over(s->halt);) {
    again = false;
    for (uint32_t p = 0; p < s->params; p++)
      if (c->row[p] == CELL_NONE && c->test[p] != c->base[p] &&
          guard_allows(guard, c->test, p, c->base[p])) {
        c->test[p] = c->base[p];
        again = true;
      }
  }
  if (is_new(c, c->test))
    tests_push(c->tests, c->test);
}

static void add_tuple(struct choice *c, const struct block *b, uint32_t subset,
                      uint32_t tuple) {
  EXPECTS(subset < b->count);
  const uint16_t *ps = &b->params[(size_t)subset * b->size];
  cell values[16];
  space_values(c->s, b, subset, tuple, values);
  memset(c->row, 0xff, c->s->params * sizeof *c->row);
  for (uint32_t i = 0; i < b->size; i++)
    c->row[ps[i]] = values[i];
  add_nearest(c);
}

static void add_all(struct choice *c) {
  const struct space *s = c->s;
  memset(c->row, 0xff, s->params * sizeof *c->row);
  if (s->kind == ORACLE_POSITIVE)
    add_nearest(c);
  for (size_t k = 0; k < s->blocks.len; k++) {
    const struct block *b = &s->blocks.at[k];
    for (uint32_t i = 0; i < b->count; i++)
      for (uint32_t n = b->base[i]; n < b->base[i + 1]; n++)
        if (s->need[n] == NEED_COVERED && !halt_over(s->halt))
          add_tuple(c, b, i, n);
  }
}

bool strategy_base(const struct space *s, struct tests *tests, uint64_t seed) {
  (void)seed;
  struct choice c = {.s = s,
                     .tests = tests,
                     .base = alloc_zero(s->params, sizeof *c.base),
                     .row = alloc_zero(s->params, sizeof *c.row),
                     .test = alloc_zero(s->params, sizeof *c.test),
                     .key = alloc_zero(s->params, 3)};
  for (uint32_t p = 0; p < s->params; p++)
    c.base[p] = base_value(&s->m->params.at[p]);
  bool ok = true;
  for (uint32_t i = 0; i < tests->len && ok; i++) {
    memcpy(c.row, tests_at(tests, i), s->params * sizeof *c.row);
    ok = oracle_witness(s->oracle, c.row, c.base, c.test);
    memcpy(tests_at(tests, i), c.test, s->params * sizeof *c.test);
    is_new(&c, c.test);
  }
  if (ok && oracle_possible(s->oracle))
    add_all(&c);
  free(c.base);
  free(c.row);
  free(c.test);
  free(c.key);
  names_free(&c.seen);
  return ok;
}
