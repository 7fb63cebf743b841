#include "cover/counts.h"

#include <assert.h>

#include "base/sound.h"

#define INLINE static inline __attribute__((always_inline))

/* --- incidence ------------------------------------------------------------ */

static void build_incidence(struct counts *c) {
  const struct space *s = c->s;
  for (uint32_t k = 0; k < c->blocks; k++) {
    const struct block *b = &s->blocks.at[k];
    uint32_t n = b->size;
    for (uint32_t i = 0; i < b->count; i++)
      for (uint32_t j = 0; j < n; j++)
        c->of[b->params[(size_t)i * n + j] * c->blocks + k].count++;
    for (uint32_t p = 0; p < c->k; p++) {
      struct incidence *in = &c->of[p * c->blocks + k];
      in->size = n;
      in->records = alloc_zero((size_t)in->count * 2 * n, sizeof(uint32_t));
      in->count = 0;
    }
    for (uint32_t i = 0; i < b->count; i++) {
      const uint16_t *ps = &b->params[(size_t)i * n];
      uint32_t stride[16] = {[15] = 0};
      stride[n - 1] = 1;
      for (uint32_t j = n - 1; j-- > 0;)
        stride[j] = stride[j + 1] * s->level[ps[j + 1]];
      for (uint32_t j = 0; j < n; j++) {
        struct incidence *in = &c->of[ps[j] * c->blocks + k];
        uint32_t *r = &in->records[(size_t)in->count++ * 2 * n];
        *r++ = b->base[i];
        *r++ = stride[j];
        for (uint32_t o = 0; o < n; o++)
          if (o != j) {
            *r++ = ps[o];
            *r++ = stride[o];
          }
      }
    }
  }
}

/* --- one tuple ------------------------------------------------------------ */

static void add_open(struct counts *c, uint32_t tuple, const uint32_t *record,
                     uint32_t size, uint32_t param, cell value,
                     const cell *row) {
  EXPECTS(size && size <= c->width && param < c->k);
  assert(c->open.len < COUNTS_OPEN_MOST);
  c->tally[tuple].test = (uint32_t)c->open.len & COUNTS_OPEN_MOST;
  vec_push(&c->open, tuple);
  size_t at = c->open_cells.len, w = c->width;
  vec_reserve(&c->open_cells, at + 2 * w);
  c->open_cells.len = at + 2 * w;
  uint16_t *ps = &c->open_cells.at[at], *vs = ps + w;
  for (uint32_t i = 0; i < w; i++) {
    bool other = i > 0 && i < size;
    ps[i] = (uint16_t)(other ? record[2 * i] : param);
    vs[i] = other ? row[record[2 * i]] : value;
  }
}

static void remove_open(struct counts *c, uint32_t tuple) {
  EXPECTS(c->open.len > 0);
  size_t at = c->tally[tuple].test, last = c->open.len - 1, w = 2 * c->width;
  if (at != last) {
    c->open.at[at] = c->open.at[last];
    memcpy(&c->open_cells.at[at * w], &c->open_cells.at[last * w],
           w * sizeof *c->open_cells.at);
    c->tally[c->open.at[at]].test = (uint32_t)at & COUNTS_OPEN_MOST;
  }
  c->open.len--;
  c->open_cells.len -= w;
}

INLINE void change_loss(struct counts *c, uint32_t test, uint32_t param,
                        const uint32_t *record, uint32_t size, int32_t by) {
  uint32_t *loss = counts_loss(c, test);
  loss[param] += (uint32_t)by;
  for (uint32_t i = 1; i < size; i++)
    loss[record[2 * i]] += (uint32_t)by;
}

/* The test stops covering the tuple. */
INLINE void leave(struct counts *c, uint32_t tuple, uint32_t test,
                  uint32_t param, cell value, const uint32_t *record,
                  uint32_t size, const cell *row) {
  struct tuple_tally *t = &c->tally[tuple];
  t->test ^= test;
  if (--t->count > 1)
    return;
  if (t->count == 1) {
    change_loss(c, t->test, param, record, size, c->weight[tuple]);
  } else {
    change_loss(c, test, param, record, size, -c->weight[tuple]);
    add_open(c, tuple, record, size, param, value, row);
  }
}

INLINE void join(struct counts *c, uint32_t tuple, uint32_t test,
                 uint32_t param, const uint32_t *record, uint32_t size) {
  struct tuple_tally *t = &c->tally[tuple];
  if (t->count > 1) {
    t->count++;
    t->test ^= test;
  } else if (t->count == 1) {
    change_loss(c, t->test, param, record, size, -c->weight[tuple]);
    t->count = 2;
    t->test ^= test;
  } else {
    remove_open(c, tuple);
    t->count = 1;
    t->test = test;
    change_loss(c, test, param, record, size, c->weight[tuple]);
  }
}

/* --- changes -------------------------------------------------------------- */

/* The tuples of so many subsets are looked up before the first is changed, so
 * that memory answers in the meantime. */
enum { AHEAD = 16 };

INLINE void change_block(struct counts *c, const struct incidence *in,
                         uint32_t size, uint32_t test, uint32_t param, cell old,
                         cell value, const cell *row) {
  EXPECTS(param < c->k && old != value);
  uint32_t from[AHEAD], to[AHEAD];
  for (uint32_t begin = 0; begin < in->count; begin += AHEAD) {
    const uint32_t *first = in->records + (size_t)begin * 2 * size, *r = first;
    uint32_t count = in->count - begin < AHEAD ? in->count - begin : AHEAD;
    for (uint32_t i = 0; i < count; i++, r += 2 * size) {
      uint32_t n = r[0];
      for (uint32_t k = 1; k < size; k++)
        n += row[r[2 * k]] * r[2 * k + 1];
      from[i] = n + old * r[1];
      to[i] = n + value * r[1];
      __builtin_prefetch(&c->tally[from[i]], 1);
      __builtin_prefetch(&c->tally[to[i]], 1);
    }
    r = first;
    for (uint32_t i = 0; i < count; i++, r += 2 * size) {
      leave(c, from[i], test, param, old, r, size, row);
      join(c, to[i], test, param, r, size);
    }
  }
}

void counts_change(struct counts *c, uint32_t test, uint32_t param,
                   cell value) {
  EXPECTS(test < c->tests.len && param < c->k);
  EXPECTS(value < c->s->level[param]);
  cell *row = tests_at(&c->tests, test), old = row[param];
  if (old == value)
    return;
  for (uint32_t k = 0; k < c->blocks; k++) {
    const struct incidence *in = &c->of[param * c->blocks + k];
    switch (in->size) {
    case 2:
      change_block(c, in, 2, test, param, old, value, row);
      break;
    case 3:
      change_block(c, in, 3, test, param, old, value, row);
      break;
    default:
      change_block(c, in, in->size, test, param, old, value, row);
    }
  }
  row[param] = value;
  c->columns[(size_t)param * c->column_cap + test] = value;
}

/* Every subset once, as the record its first parameter would have. */
static void each_tuple(struct counts *c, uint32_t test,
                       void (*visit)(struct counts *, uint32_t tuple,
                                     uint32_t test, const uint32_t *record,
                                     uint32_t size, uint32_t param)) {
  EXPECTS(test < c->tests.len);
  const cell *row = tests_at(&c->tests, test);
  uint32_t record[32] = {0};
  for (uint32_t k = 0; k < c->blocks; k++) {
    const struct block *b = &c->s->blocks.at[k];
    for (uint32_t i = 0; i < b->count; i++) {
      const uint16_t *ps = &b->params[(size_t)i * b->size];
      for (uint32_t j = 1; j < b->size; j++)
        record[2 * j] = ps[j];
      visit(c, space_tuple(c->s, b, i, row), test, record, b->size, ps[0]);
    }
  }
}

static void visit_leave(struct counts *c, uint32_t tuple, uint32_t test,
                        const uint32_t *record, uint32_t size, uint32_t param) {
  const cell *row = tests_at(&c->tests, test);
  leave(c, tuple, test, param, row[param], record, size, row);
}

static void visit_first(struct counts *c, uint32_t tuple, uint32_t test,
                        const uint32_t *record, uint32_t size, uint32_t param) {
  struct tuple_tally *t = &c->tally[tuple];
  if (t->count == 1)
    change_loss(c, t->test, param, record, size, -1);
  else if (t->count == 0)
    change_loss(c, test, param, record, size, 1);
  t->count++;
  t->test ^= test;
}

static void visit_rename(struct counts *c, uint32_t tuple, uint32_t test,
                         const uint32_t *record, uint32_t size,
                         uint32_t param) {
  (void)record, (void)size, (void)param;
  uint32_t last = c->tests.len - 1;
  if (c->tally[tuple].count)
    c->tally[tuple].test ^= (last ^ test);
}

static void copy_columns(struct counts *c, uint32_t test) {
  EXPECTS(test < c->tests.len);
  for (uint32_t p = 0; p < c->k; p++)
    c->columns[(size_t)p * c->column_cap + test] = tests_at(&c->tests, test)[p];
}

void counts_remove(struct counts *c, uint32_t test) {
  EXPECTS(test < c->tests.len);
  each_tuple(c, test, visit_leave);
  uint32_t last = c->tests.len - 1;
  if (test != last) {
    memcpy(tests_at(&c->tests, test), tests_at(&c->tests, last),
           c->k * sizeof(cell));
    memcpy(counts_loss(c, test), counts_loss(c, last), c->k * sizeof *c->loss);
    copy_columns(c, test);
    each_tuple(c, test, visit_rename);
  }
  c->tests.len--;
}

uint64_t counts_weight(const struct counts *c, uint32_t test) {
  EXPECTS(test < c->tests.len);
  uint64_t sum = 0;
  for (uint32_t p = 0; p < c->k; p++)
    sum += counts_loss(c, test)[p];
  return sum / c->narrow;
}

uint64_t counts_alone(const struct counts *c, uint32_t test) {
  EXPECTS(test < c->tests.len);
  const cell *row = tests_at(&c->tests, test);
  uint64_t n = 0;
  for (uint32_t k = 0; k < c->blocks; k++) {
    const struct block *b = &c->s->blocks.at[k];
    for (uint32_t i = 0; i < b->count; i++)
      n += c->tally[space_tuple(c->s, b, i, row)].count == 1;
  }
  return n;
}

uint32_t counts_degree(const struct counts *c, uint32_t param) {
  EXPECTS(param < c->k);
  uint32_t sum = 0;
  for (uint32_t k = 0; k < c->blocks; k++)
    sum += c->of[param * c->blocks + k].count;
  return sum;
}

/* --- life ----------------------------------------------------------------- */

/* What no test covers is open from the beginning. */
static void find_open(struct counts *c) {
  cell *row = alloc_zero(c->k, sizeof *row), values[16];
  uint32_t record[32] = {0};
  for (uint32_t k = 0; k < c->blocks; k++) {
    const struct block *b = &c->s->blocks.at[k];
    for (uint32_t i = 0; i < b->count; i++) {
      const uint16_t *ps = &b->params[(size_t)i * b->size];
      for (uint32_t n = b->base[i]; n < b->base[i + 1]; n++) {
        if (c->tally[n].count)
          continue;
        space_values(c->s, b, i, n, values);
        for (uint32_t j = 0; j < b->size; j++) {
          record[2 * j] = ps[j];
          row[ps[j]] = values[j];
        }
        add_open(c, n, record, b->size, ps[0], values[0], row);
      }
    }
  }
  free(row);
}

bool counts_load(struct counts *c, const struct tests *tests) {
  EXPECTS(tests->len <= c->column_cap);
  tests_copy(&c->tests, tests);
  for (uint32_t n = 0; n < c->s->tuples; n++) {
    c->tally[n].count = c->s->need[n] == NEED_COVERED ? 0 : COUNTS_IGNORED;
    c->tally[n].test = 0;
    c->weight[n] = 1;
  }
  vec_clear(&c->open);
  vec_clear(&c->open_cells);
  memset(c->loss, 0, (size_t)c->column_cap * c->k * sizeof *c->loss);
  for (uint32_t i = 0; i < c->tests.len; i++) {
    if (halt_look(c->s->halt))
      return false;
    copy_columns(c, i);
    each_tuple(c, i, visit_first);
  }
  find_open(c);
  return true;
}

bool counts_open(struct counts *c, const struct space *s,
                 const struct tests *tests) {
  *c = (struct counts){
      .s = s, .k = s->params, .blocks = (uint32_t)s->blocks.len};
  assert(tests->len < COUNTS_TESTS_MOST);
  c->tests.params = s->params;
  c->narrow = UINT32_MAX;
  for (size_t k = 0; k < s->blocks.len; k++) {
    uint32_t size = s->blocks.at[k].size;
    c->width = size > c->width ? size : c->width;
    c->narrow = size < c->narrow ? size : c->narrow;
  }
  c->of = alloc_zero((size_t)c->k * c->blocks, sizeof *c->of);
  build_incidence(c);
  c->tally = alloc_zero(s->tuples, sizeof *c->tally);
  c->weight = alloc_zero(s->tuples, sizeof *c->weight);
  c->column_cap = tests->len;
  c->columns = alloc_zero((size_t)c->k * c->column_cap, sizeof *c->columns);
  c->loss = alloc_zero((size_t)c->column_cap * c->k, sizeof *c->loss);
  return counts_load(c, tests);
}

void counts_close(struct counts *c) {
  for (size_t i = 0; i < (size_t)c->k * c->blocks; i++)
    free(c->of[i].records);
  free(c->of);
  free(c->tally);
  free(c->weight);
  free(c->columns);
  free(c->loss);
  vec_free(&c->open);
  vec_free(&c->open_cells);
  tests_free(&c->tests);
}
