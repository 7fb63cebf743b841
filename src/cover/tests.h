/* tests: a list of tests, each a cell for every parameter. */
#ifndef COVER_TESTS_H
#define COVER_TESTS_H

#include <string.h>

#include "base/alloc.h"
#include "base/sound.h"
#include "cover/model.h"

struct tests {
  uint32_t params; /* cells in a test */
  uint32_t len, cap;
  cell *at;
};

static inline cell *tests_at(const struct tests *t, uint32_t i) {
  return t->at + (size_t)i * t->params;
}
/* A new test, every cell CELL_NONE. */
static inline cell *tests_add(struct tests *t) {
  if (t->len == t->cap) {
    const uint32_t cap = t->cap * 2 + 8;
    t->at = alloc_resize(t->at, (size_t)cap * t->params, sizeof *t->at);
    t->cap = cap;
  }
  cell *c = tests_at(t, t->len++);
  memset(c, 0xff, t->params * sizeof *c);
  return c;
}
static inline void tests_push(struct tests *t, const cell *test) {
  memcpy(tests_add(t), test, t->params * sizeof *test);
}
static inline void tests_remove(struct tests *t, uint32_t i) {
  EXPECTS(i < t->len);
  EXPECTS(i < t->len);
  memmove(tests_at(t, i), tests_at(t, i + 1),
          (size_t)(t->len - i - 1) * t->params * sizeof *t->at);
  t->len--;
}
static inline void tests_copy(struct tests *to, const struct tests *from) {
  to->len = 0;
  to->params = from->params;
  for (uint32_t i = 0; i < from->len; i++)
    tests_push(to, tests_at(from, i));
}
static inline void tests_free(struct tests *t) {
  free(t->at);
  *t = (struct tests){.params = t->params};
}

#endif
