/* Sets in other orders: the same tuples, and no more nodes than before. */
#include <string.h>

#include "base/rng.h"
#include "base/stress.h"
#include "dd/sift.h"
#include "test.h"

enum { LEVELS = 6, SIZE = 3, TOTAL = 729, ROUNDS = STRESSED(10, 60) };

static void values_of(uint32_t t, uint32_t *values) {
  for (unsigned l = 0; l < LEVELS; l++, t /= SIZE)
    values[l] = t % SIZE;
}

static struct dd *open_forest(void) {
  uint32_t sizes[LEVELS];
  for (unsigned l = 0; l < LEVELS; l++)
    sizes[l] = SIZE;
  return dd_open(DD_SETS, LEVELS, sizes, 0);
}

/* Whether `there` has exactly the tuples of `here`, each level where it went. */
static bool same(const struct dd *f, dd_node here, const struct dd *g,
                 dd_node there, const struct dd_sift *x) {
  for (uint32_t t = 0; t < TOTAL; t++) {
    uint32_t old[LEVELS], new[LEVELS];
    values_of(t, old);
    for (unsigned l = 1; l <= LEVELS; l++)
      new[l - 1] = old[dd_sift_from(x, l) - 1];
    if (dd_has(f, here, old) != dd_has(g, there, new))
      return false;
  }
  return true;
}

TEST(a_set_that_is_sifted_has_the_same_tuples) {
  struct rng r = rng_seed(7);
  for (unsigned round = 0; round < ROUNDS; round++) {
    struct dd *f = open_forest(), *g = open_forest();
    dd_node n = DD_EMPTY;
    const unsigned tuples = 1 + rng_below(&r, 200);
    for (unsigned i = 0; i < tuples; i++) {
      uint32_t values[LEVELS];
      values_of(rng_below(&r, TOTAL), values);
      n = dd_union(f, n, dd_tuple(f, values));
    }
    struct dd_sift *x = dd_sift_open(f, n);
    const uint64_t before = dd_sift_size(x);
    dd_sift_run(x, round % 3 ? UINT64_MAX : 50);
    const dd_node m = dd_sift_make(x, g);
    CHECK(dd_sift_size(x) <= before);
    CHECK(same(f, n, g, m, x));
    CHECK_EQ(dd_count_about(f, n), dd_count_about(g, m));
    dd_sift_close(x);
    dd_close(f);
    dd_close(g);
  }
}

/* a == d, b == e, c == f: in pairs it needs three nodes for a pair, apart all
 * that was seen must be remembered. */
TEST(sifting_brings_together_what_belongs_together) {
  struct dd *f = open_forest(), *g = open_forest();
  dd_node n = DD_EMPTY;
  for (uint32_t t = 0; t < SIZE * SIZE * SIZE; t++) {
    uint32_t values[LEVELS];
    values_of(t, values);
    memcpy(values + LEVELS / 2, values, LEVELS / 2 * sizeof *values);
    n = dd_union(f, n, dd_tuple(f, values));
  }
  struct dd_sift *x = dd_sift_open(f, n);
  dd_sift_run(x, UINT64_MAX);
  const dd_node m = dd_sift_make(x, g);
  CHECK_EQ(dd_node_count(f, n), 1 + 3 + 9 + 27 + 9 + 3);
  CHECK_EQ(dd_node_count(g, m), 3 * (1 + SIZE));
  CHECK(same(f, n, g, m, x));
  dd_sift_close(x);
  dd_close(f);
  dd_close(g);
}
