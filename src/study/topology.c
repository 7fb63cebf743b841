#include "study/topology.h"

#include "base/sound.h"

const char *const topology_names[] = {"arbitrary", "cyclic", "multi-cyclic",
                                      NULL};

static void shuffle(uint32_t *order, uint32_t count, struct rng *rng) {
  EXPECTS(order || !count);
  for (uint32_t i = 0; i < count; i++)
    order[i] = i;
  for (uint32_t i = count; i > 1; i--) {
    uint32_t j = rng_below(rng, i), keep = order[j];
    order[j] = order[i - 1];
    order[i - 1] = keep;
  }
}

static void link_both(struct draft *d, uint32_t a, uint32_t b) {
  EXPECTS(a != b && a < d->process_count && b < d->process_count);
  d->linked[a][b] = d->linked[b][a] = true;
}

static bool partners(const struct draft *d, uint32_t a, uint32_t b) {
  EXPECTS(a < d->process_count && b < d->process_count);
  return d->linked[a][b] || d->linked[b][a];
}

/* How many pairs of partners: half the sum of what each process has, the
 * fraction decided by lot. */
static uint32_t draw_links(uint32_t n, double average, struct rng *rng) {
  static const double table_4_1[] = {1.00, 1.47, 1.44, 1.53, 1.77, 1.77, 1.40};
  if (average <= 0)
    average = n <= 8 ? table_4_1[n - 2] : 1.5;
  double links = average * n / 2;
  uint32_t whole = (uint32_t)links;
  whole += rng_below(rng, 1000) < (links - whole) * 1000;
  uint32_t most = n * (n - 1) / 2;
  return whole < most ? whole : most;
}

/* Pairs first, so that everybody has a partner to send to with as few links
 * as possible; then further links between any two. */
static void draw_arbitrary(struct draft *d, double average, struct rng *rng) {
  uint32_t n = d->process_count, order[DRAFT_PROCESSES];
  uint32_t links = draw_links(n, average, rng), made = 0;
  shuffle(order, n, rng);
  for (uint32_t i = 0; i + 1 < n; i += 2, made++)
    link_both(d, order[i], order[i + 1]);
  if (n % 2) {
    uint32_t last = order[n - 1], other = order[rng_below(rng, n - 1)];
    d->linked[last][other] = true;
    d->linked[other][last] = rng_chance(rng, 50);
    made++;
  }
  while (made < links) {
    uint32_t a = rng_below(rng, n), b = rng_below(rng, n);
    if (a == b || partners(d, a, b))
      continue;
    d->linked[a][b] = true;
    d->linked[b][a] = rng_chance(rng, 50);
    made++;
  }
}

/* Rings, each of which shares exactly one process with those before it: a
 * path that leaves a ring through that process can only come back through
 * it, so every channel lies on one simple cycle, that of its ring. */
static void draw_rings(struct draft *d, bool one, struct rng *rng) {
  uint32_t n = d->process_count, order[DRAFT_PROCESSES], used = 1;
  shuffle(order, n, rng);
  while (used < n) {
    uint32_t fresh = one ? n - 1 : 1 + rng_below(rng, n - used);
    uint32_t start = order[rng_below(rng, used)], at = start;
    for (uint32_t i = 0; i < fresh; i++) {
      d->linked[at][order[used]] = true;
      at = order[used++];
    }
    d->linked[at][start] = true;
  }
}

void topology_draw(struct draft *d, enum topology topology, double average,
                   struct rng *rng) {
  if (topology == TOPOLOGY_ARBITRARY)
    draw_arbitrary(d, average, rng);
  else
    draw_rings(d, topology == TOPOLOGY_CYCLIC, rng);
}
