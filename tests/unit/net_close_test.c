/* The unstable transitive closure, breadth first and by saturation, against
 * a count over all combinations of symbol and local states. */
#include <stdlib.h>
#include <string.h>

#include "base/stress.h"
#include "net/close.h"
#include "net_random.h"
#include "test.h"

enum { NETWORKS = STRESSED(50, 500) };

/* Pairs ((a, i), (b, j)): for every start, the distinct states its chain
 * goes through, the last one included. */
static double naive_closure(const struct naive *a) {
  double pairs = 0;
  bool *seen = calloc((size_t)(a->symbols * a->total) + 1, 1);
  for (int symbol = 0; symbol < a->symbols; symbol++)
    for (int i = 0; i < a->total; i++) {
      int state = i;
      memset(seen, 0, (size_t)(a->symbols * a->total));
      pairs += naive_walk(a, &state, symbol, seen, NULL) >= 0;
      for (int u = 0; u < a->symbols * a->total; u++)
        pairs += seen[u];
    }
  free(seen);
  return pairs;
}

static void check_closure(const struct network *n, const struct naive *a,
                          struct coding *c, const struct mutant *m) {
  dd_node edges = coding_edges(c, m);
  dd_protect(c->steps, &edges);
  dd_node bfs = close_steps(c, m, edges, true);
  dd_protect(c->steps, &bfs);
  const dd_node sat = close_steps(c, m, edges, false);
  CHECK_EQ(bfs, sat); /* one forest: equal relations are equal nodes */
  struct naive mutant = *a;
  if (m)
    naive_mutate(&mutant, m);
  CHECK_EQ(dd_count_about(c->steps, sat), naive_closure(&mutant));
  dd_unprotect(c->steps, 2);
  (void)n;
}

SLOW_TEST(net_closures_by_both_ways_are_the_one_that_counting_finds) {
  for (uint64_t seed = 1; seed <= NETWORKS; seed++) {
    struct network n;
    struct naive a;
    struct coding c;
    net_random(&n, seed + 1000000);
    naive_of(&a, &n);
    CHECK(coding_begin(&c, &n, 0));
    check_closure(&n, &a, &c, NULL);
    const unsigned all = (1 << MUTANT_KINDS) - 1;
    const uint64_t count = mutant_count(&n, all);
    for (uint64_t i = seed % 7; i < count; i += 7) {
      const struct mutant m = mutant_at(&n, all, i);
      check_closure(&n, &a, &c, &m);
    }
    coding_end(&c);
    network_free(&n);
  }
}
