#include "cover/coverage.h"

#include "base/sound.h"

/* Which space a test belongs to: 0 positive, 1 negative, -1 neither. */
static int kind_of(const struct cover_model *m, const cell *test) {
  int negatives = 0;
  for (uint32_t p = 0; p < m->params.len; p++)
    negatives +=
        test[p] != CELL_NONE && m->params.at[p].values[test[p]].negative;
  return negatives > 1 ? -1 : negatives;
}

/* Adds `by` to the counts of the test's tuples; returns how many needed ones
 * had the count `when` before. */
static uint64_t count_test(struct tuple_coverage *c, const cell *test,
                           int32_t by, uint32_t when) {
  EXPECTS(by == 1 || by == -1);
  int kind = -1;
  if (c->space[0])
    kind = kind_of(c->space[0]->m, test);
  if (kind < 0 || !c->space[kind])
    return 0;
  const struct space *s = c->space[kind];
  uint64_t n = 0;
  for (size_t k = 0; k < s->blocks.len; k++) {
    const struct block *b = &s->blocks.at[k];
    for (uint32_t i = 0; i < b->count; i++) {
      const uint16_t *ps = &b->params[(size_t)i * b->size];
      bool open = false;
      for (uint32_t j = 0; j < b->size; j++)
        open |= test[ps[j]] == CELL_NONE;
      if (open)
        continue;
      uint32_t tuple = space_tuple(s, b, i, test);
      n += s->need[tuple] == NEED_COVERED && c->count[kind][tuple] == when;
      c->count[kind][tuple] += (uint32_t)by;
    }
  }
  return n;
}

bool coverage_open(struct tuple_coverage *c, const struct cover_model *m,
                   uint32_t strength, bool plain, const struct tests *tests,
                   struct halt *halt, struct diag *diag) {
  *c = (struct tuple_coverage){0};
  for (int kind = 0; kind <= m->has_negative; kind++) {
    c->oracle[kind] =
        oracle_open(m, kind ? ORACLE_NEGATIVE : ORACLE_POSITIVE, halt, diag);
    if (!c->oracle[kind]) {
      coverage_close(c);
      return false;
    }
    c->space[kind] =
        space_open(m, c->oracle[kind], kind ? ORACLE_NEGATIVE : ORACLE_POSITIVE,
                   strength, plain, c->space[0]);
    c->count[kind] = alloc_zero(c->space[kind]->tuples, sizeof(uint32_t));
  }
  for (uint32_t i = 0; tests && i < tests->len && !halt_look(halt); i++)
    if (model_broken_rule(m, tests_at(tests, i)) == RULE_NONE)
      count_test(c, tests_at(tests, i), 1, 0);
  return true;
}

void coverage_close(struct tuple_coverage *c) {
  for (int kind = 0; kind < 2; kind++) {
    space_close(c->space[kind]);
    oracle_close(c->oracle[kind]);
    free(c->count[kind]);
  }
  *c = (struct tuple_coverage){0};
}

uint64_t coverage_possible(const struct tuple_coverage *c) {
  return c->space[0]->needed + (c->space[1] ? c->space[1]->needed : 0);
}

uint64_t coverage_covered(const struct tuple_coverage *c) {
  uint64_t n = 0;
  for (int kind = 0; kind < 2; kind++)
    for (uint32_t i = 0; c->space[kind] && i < c->space[kind]->tuples; i++)
      n += c->space[kind]->need[i] == NEED_COVERED && c->count[kind][i];
  return n;
}

/* --- order ---------------------------------------------------------------- */

struct candidate {
  uint32_t test;
  uint64_t gain; /* never less than the true one: gains only fall */
};

static bool before(const struct candidate *a, const struct candidate *b) {
  return a->gain != b->gain ? a->gain > b->gain : a->test < b->test;
}

static void sift(struct candidate *heap, uint32_t len, uint32_t i) {
  struct candidate x = heap[i];
  for (;;) {
    uint32_t child = 2 * i + 1;
    if (child >= len)
      break;
    if (child + 1 < len && before(&heap[child + 1], &heap[child]))
      child++;
    if (!before(&heap[child], &x))
      break;
    heap[i] = heap[child];
    i = child;
  }
  heap[i] = x;
}

static uint64_t gain_now(struct tuple_coverage *c, const cell *test) {
  EXPECTS(test != NULL);
  uint64_t n = count_test(c, test, 1, 0);
  count_test(c, test, -1, UINT32_MAX);
  return n;
}

/* Drops, last first, tests all of whose tuples another one has too. */
static void drop_redundant(struct tuple_coverage *c, struct tests *tests) {
  for (uint32_t i = tests->len; i-- > 0 && !halt_look(c->space[0]->halt);) {
    const cell *test = tests_at(tests, i);
    uint64_t only_here = count_test(c, test, -1, 1);
    if (only_here)
      count_test(c, test, 1, UINT32_MAX);
    else
      tests_remove(tests, i);
  }
}

void coverage_order(struct tuple_coverage *c, struct tests *tests, bool drop) {
  uint32_t len = tests->len;
  struct tests from = {.params = tests->params};
  tests_copy(&from, tests);
  struct candidate *heap = alloc_zero(len, sizeof *heap);
  for (int kind = 0; kind < 2 && c->space[kind]; kind++)
    memset(c->count[kind], 0, c->space[kind]->tuples * sizeof(uint32_t));
  for (uint32_t i = 0; i < len; i++)
    heap[i] = (struct candidate){i, UINT64_MAX};
  tests->len = 0;
  while (len) {
    struct candidate *top = &heap[0];
    uint64_t now = gain_now(c, tests_at(&from, top->test));
    bool old = now != top->gain; /* an estimate: look again */
    if (old && !halt_look(c->space[0]->halt)) {
      top->gain = now;
      sift(heap, len, 0);
      continue;
    }
    if (drop && !now)
      break;
    const cell *test = tests_at(&from, top->test);
    count_test(c, test, 1, UINT32_MAX);
    tests_push(tests, test);
    heap[0] = heap[--len];
    sift(heap, len, 0);
  }
  if (drop)
    drop_redundant(c, tests);
  free(heap);
  tests_free(&from);
}
