/* Pairs of places and their orders, against the plain definition on random
 * runs. */
#include <stdio.h>

#include "base/rng.h"
#include "sched/pairs.h"
#include "test.h"

enum { EVENTS = 40, SITES = 6, VARS = 3, THREADS = 3 };

static void random_run(struct event *e, struct rng *r) {
  static const uint8_t kinds[] = {OP_READ, OP_WRITE, OP_UPDATE, OP_LOCK};
  for (unsigned i = 0; i < EVENTS; i++)
    e[i] = (struct event){.object = 64 + 8 * rng_below(r, VARS),
                          .size = 4,
                          .site = 1 + rng_below(r, SITES),
                          .thread = (uint8_t)rng_below(r, THREADS),
                          .kind = kinds[rng_below(r, 4)],
                          .flags = rng_chance(r, 5) ? EVENT_PENDING : 0,
                          .alts = 1};
}

static bool is_access(const struct event *e) {
  return e->kind != OP_LOCK && !(e->flags & EVENT_PENDING);
}

/* Is f the newest access of its thread and kind to its object before e? */
static bool newest(const struct event *all, unsigned f, unsigned e) {
  for (unsigned i = f + 1; i < e; i++)
    if (is_access(&all[i]) && all[i].thread == all[f].thread &&
        all[i].object == all[f].object &&
        (all[i].kind == OP_READ) == (all[f].kind == OP_READ))
      return false;
  return true;
}

static void define(const struct event *all, bool before[SITES + 1][SITES + 1]) {
  for (unsigned e = 0; e < EVENTS; e++)
    for (unsigned f = 0; f < e; f++)
      if (is_access(&all[e]) && is_access(&all[f]) &&
          all[e].thread != all[f].thread && all[e].object == all[f].object &&
          (all[e].kind != OP_READ || all[f].kind != OP_READ) &&
          newest(all, f, e))
        before[all[f].site][all[e].site] = true;
}

TEST(pairs_are_those_of_the_definition) {
  size_t wrong = 0;
  for (unsigned seed = 0; seed < 300; seed++) {
    struct rng r = rng_seed(seed);
    struct pairs p = {0};
    bool before[SITES + 1][SITES + 1] = {{false}};
    size_t expected = 0;
    for (unsigned run = 0; run < 3; run++) {
      struct event e[EVENTS];
      random_run(e, &r);
      define(e, before);
      pairs_add(&p, e, EVENTS);
    }
    for (unsigned a = 1; a <= SITES; a++)
      for (unsigned b = a; b <= SITES; b++)
        expected += before[a][b] || before[b][a];
    wrong += expected != p.at.len;
    vec_each(&p.at, pair) {
      bool forth = before[pair->a][pair->b], back = before[pair->b][pair->a];
      wrong += forth != ((pair->orders & PAIR_FORTH) != 0) ||
               back != ((pair->orders & PAIR_BACK) != 0);
    }
    pairs_free(&p);
  }
  CHECK_EQ(wrong, 0);
}
