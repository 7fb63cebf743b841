/* Decision diagrams against plain arrays over all tuples. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/rng.h"
#include "base/stress.h"
#include "dd/distance.h"
#include "dd/saturate.h"
#include "test.h"

enum { ROUNDS = STRESSED(40, 400), VARIABLES_MAX = 5 };

struct space {
  unsigned levels;
  uint32_t sizes[VARIABLES_MAX];
  uint32_t total;
};

static struct space random_space(struct rng *r, uint32_t most) {
  struct space s = {.levels = 1 + rng_below(r, VARIABLES_MAX), .total = 1};
  for (unsigned l = 0; l < s.levels; l++) {
    s.sizes[l] = 1 + rng_below(r, 4);
    if (s.total * s.sizes[l] > most)
      s.sizes[l] = 1;
    s.total *= s.sizes[l];
  }
  return s;
}

/* Tuple number t: variable 1 counts fastest. */
static void tuple_of(const struct space *s, uint32_t t, uint32_t *values) {
  for (unsigned l = 0; l < s->levels; l++) {
    values[l] = t % s->sizes[l];
    t /= s->sizes[l];
  }
}

static uint32_t number_of(const struct space *s, const uint32_t *values) {
  uint32_t t = 0;
  for (unsigned l = s->levels; l-- > 0;)
    t = t * s->sizes[l] + values[l];
  return t;
}

static dd_node set_of(struct dd *f, const struct space *s, const bool *member) {
  uint32_t values[VARIABLES_MAX];
  dd_node n = DD_EMPTY;
  for (uint32_t t = 0; t < s->total; t++)
    if (member[t]) {
      tuple_of(s, t, values);
      n = dd_union(f, n, dd_tuple(f, values));
    }
  return n;
}

static bool same_set(const struct dd *f, const struct space *s, dd_node n,
                     const bool *member) {
  uint32_t values[VARIABLES_MAX], count = 0;
  for (uint32_t t = 0; t < s->total; t++) {
    tuple_of(s, t, values);
    count += member[t];
    if (dd_has(f, n, values) != member[t])
      return false;
  }
  return dd_count_about(f, n) == count;
}

static void random_member(struct rng *r, uint32_t total, bool *member) {
  const unsigned percent = rng_below(r, 101);
  for (uint32_t t = 0; t < total; t++)
    member[t] = rng_chance(r, percent);
}

/* --- sets ----------------------------------------------------------------- */

struct visit {
  const struct space *s;
  const bool *member;
  uint32_t last, count;
  bool ok;
};

static bool visit(void *user, const uint32_t *values) {
  struct visit *v = user;
  const uint32_t t = number_of(v->s, values);
  v->ok &= v->member[t] && (!v->count || t > v->last);
  v->last = t;
  v->count++;
  return true;
}

static void check_looking(struct dd *f, const struct space *s, dd_node n,
                          const bool *member) {
  struct visit v = {s, member, 0, 0, true};
  uint32_t first[VARIABLES_MAX], least = 0, count = 0;
  CHECK(dd_each(f, n, visit, &v) && v.ok);
  while (least < s->total && !member[least])
    least++;
  for (uint32_t t = 0; t < s->total; t++)
    count += member[t];
  CHECK_EQ(v.count, count);
  CHECK_EQ(dd_first(f, n, first), least < s->total);
  if (least < s->total)
    CHECK_EQ(number_of(s, first), least);
}

static void check_sets(uint64_t seed, enum dd_kind kind) {
  struct rng r = rng_seed(seed);
  const struct space s = random_space(&r, 256);
  bool a[256], b[256], c[256];
  struct dd *f = dd_open(kind, s.levels, s.sizes, 0);
  random_member(&r, s.total, a);
  random_member(&r, s.total, b);
  dd_node x = set_of(f, &s, a), y = set_of(f, &s, b);
  dd_protect(f, &x);
  dd_protect(f, &y);
  CHECK(same_set(f, &s, x, a));
  check_looking(f, &s, x, a);
  for (uint32_t t = 0; t < s.total; t++)
    c[t] = a[t] || b[t];
  CHECK(same_set(f, &s, dd_union(f, x, y), c));
  for (uint32_t t = 0; t < s.total; t++)
    c[t] = a[t] && b[t];
  dd_node both = dd_intersect(f, x, y);
  CHECK(same_set(f, &s, both, c));
  dd_protect(f, &both);
  dd_collect(f);
  CHECK(same_set(f, &s, x, a) && same_set(f, &s, y, b));
  for (uint32_t t = 0; t < s.total; t++)
    c[t] = a[t] && !b[t];
  const dd_node minus = dd_minus(f, x, y);
  CHECK(same_set(f, &s, minus, c));
  /* canonical: the same set by another way is the same node */
  CHECK_EQ(dd_union(f, minus, both), x);
  CHECK_EQ(set_of(f, &s, a), x);
  CHECK_EQ(dd_minus(f, dd_all(f), dd_minus(f, dd_all(f), x)), x);
  struct dd *other =
      dd_open(kind == DD_SETS ? DD_SETS_FULL : DD_SETS, s.levels, s.sizes, 0);
  const dd_node moved = dd_convert(other, f, x);
  CHECK(same_set(other, &s, moved, a));
  CHECK_EQ(dd_convert(f, other, moved), x);
  dd_close(other);
  dd_close(f);
}

TEST(dd_sets_are_what_the_arrays_say) {
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    check_sets(seed, DD_SETS);
    check_sets(seed, DD_SETS_FULL);
  }
}

/* --- relations ------------------------------------------------------------ */

/* A relation from random steps, some of which keep variables. */
static dd_node random_relation(struct rng *r, struct dd *f,
                               const struct space *s, bool *pairs) {
  dd_node n = DD_EMPTY;
  memset(pairs, 0, s->total * s->total);
  for (int k = (int)rng_below(r, 5); k-- > 0;) {
    uint32_t from[VARIABLES_MAX], to[VARIABLES_MAX];
    for (unsigned l = 0; l < s->levels; l++) {
      from[l] = rng_chance(r, 40) ? DD_KEEP : rng_below(r, s->sizes[l]);
      to[l] = rng_below(r, s->sizes[l]);
    }
    n = dd_union(f, n, dd_step(f, from, to));
    for (uint32_t t = 0; t < s->total; t++) {
      uint32_t values[VARIABLES_MAX];
      bool enabled = true;
      tuple_of(s, t, values);
      for (unsigned l = 0; l < s->levels; l++) {
        enabled &= from[l] == DD_KEEP || from[l] == values[l];
        values[l] = from[l] == DD_KEEP ? values[l] : to[l];
      }
      if (enabled)
        pairs[t * s->total + number_of(s, values)] = true;
    }
  }
  return n;
}

/* The relation read back: the image of every single tuple. */
static bool same_relation(struct dd *sets, struct dd *f, const struct space *s,
                          dd_node n, const bool *pairs) {
  uint32_t values[VARIABLES_MAX];
  double count = 0;
  for (uint32_t t = 0; t < s->total; t++) {
    tuple_of(s, t, values);
    const dd_node to = dd_image(sets, dd_tuple(sets, values), f, n);
    if (!same_set(sets, s, to, pairs + t * s->total))
      return false;
    count += dd_count_about(sets, to);
  }
  return dd_count_about(f, n) == count;
}

/* x closed under appending y, by saturation. */
static void check_append(const struct space *s, struct dd *sets, struct dd *f,
                         dd_node x, dd_node y, const bool *a, const bool *b) {
  enum { N = 48 };
  static bool closed[N * N];
  const uint32_t n = s->total;
  dd_node by_level[VARIABLES_MAX + 1] = {0};
  if (dd_level(f, y) == 0)
    return; /* empty, or the identity */
  by_level[dd_level(f, y)] = y;
  memcpy(closed, a, n * n);
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t i = 0; i < n * n; i++)
      for (uint32_t j = 0; closed[i] && j < n; j++)
        if (b[i % n * n + j] && !closed[i / n * n + j])
          closed[i / n * n + j] = grew = true;
  }
  dd_protect(f, &x);
  CHECK(same_relation(sets, f, s, dd_saturate_steps(f, x, by_level), closed));
  dd_unprotect(f, 1);
}

static void check_relations(uint64_t seed) {
  enum { N = 48 };
  struct rng r = rng_seed(seed);
  const struct space s = random_space(&r, N);
  const uint32_t n = s.total;
  static bool a[N * N], b[N * N], c[N * N];
  bool set[N], out[N];
  struct dd *sets = dd_open(DD_SETS, s.levels, s.sizes, 0);
  struct dd *f = dd_open(DD_RELATIONS, s.levels, s.sizes, 0);
  const dd_node x = random_relation(&r, f, &s, a);
  const dd_node y = random_relation(&r, f, &s, b);
  CHECK(same_relation(sets, f, &s, x, a));
  for (uint32_t i = 0; i < n * n; i++)
    c[i] = a[i] || b[i];
  CHECK(same_relation(sets, f, &s, dd_union(f, x, y), c));
  for (uint32_t i = 0; i < n * n; i++)
    c[i] = a[i] && b[i];
  CHECK(same_relation(sets, f, &s, dd_intersect(f, x, y), c));
  for (uint32_t i = 0; i < n * n; i++)
    c[i] = a[i] && !b[i];
  CHECK(same_relation(sets, f, &s, dd_minus(f, x, y), c));
  memset(c, 0, sizeof c);
  for (uint32_t i = 0; i < n; i++)
    for (uint32_t k = 0; k < n; k++)
      for (uint32_t j = 0; a[i * n + k] && j < n; j++)
        c[i * n + j] |= b[k * n + j];
  CHECK(same_relation(sets, f, &s, dd_compose(f, x, y), c));
  CHECK_EQ(dd_compose(f, x, DD_TRUE), x); /* the identity */
  check_append(&s, sets, f, x, y, a, b);

  random_member(&r, n, set);
  const dd_node p = set_of(sets, &s, set);
  memset(out, 0, sizeof out);
  for (uint32_t i = 0; i < n * n; i++)
    out[i / n] |= a[i] && set[i % n];
  CHECK(same_set(sets, &s, dd_preimage(sets, p, f, x), out));
  for (uint32_t i = 0; i < n * n; i++)
    c[i] = a[i] && set[i / n];
  CHECK(same_relation(sets, f, &s, dd_restrict_from(f, x, sets, p), c));
  for (uint32_t i = 0; i < n * n; i++)
    c[i] = a[i] && set[i % n];
  CHECK(same_relation(sets, f, &s, dd_restrict_to(f, x, sets, p), c));
  memset(out, 0, sizeof out);
  for (uint32_t i = 0; i < n * n; i++)
    out[i / n] |= a[i];
  CHECK(same_set(sets, &s, dd_sources(sets, f, x), out));
  dd_close(f);
  dd_close(sets);
}

TEST(dd_relations_are_what_the_matrices_say) {
  for (uint64_t seed = 1; seed <= ROUNDS; seed++)
    check_relations(seed);
}

/* --- fixpoints ------------------------------------------------------------ */

/* Random events, and the same as pairs. */
static void random_events(struct rng *r, const struct space *s,
                          struct dd_events *e, bool *pairs) {
  memset(pairs, 0, s->total * s->total);
  for (int k = 1 + (int)rng_below(r, 5); k-- > 0;) {
    uint32_t tables[VARIABLES_MAX][4], maps[VARIABLES_MAX];
    unsigned levels[VARIABLES_MAX], count = 0;
    bool used[VARIABLES_MAX] = {0};
    for (unsigned l = s->levels; l-- > 0;) {
      if (!rng_chance(r, 60) && (l || count))
        continue;
      for (uint32_t v = 0; v < s->sizes[l]; v++)
        tables[l][v] = rng_chance(r, 50) ? DD_OFF : rng_below(r, s->sizes[l]);
      used[l] = true;
      levels[count] = l + 1;
      maps[count++] = dd_events_map(e, s->sizes[l], tables[l]);
    }
    dd_events_add(e, levels, maps, count);
    for (uint32_t t = 0; t < s->total; t++) {
      uint32_t values[VARIABLES_MAX];
      bool enabled = true;
      tuple_of(s, t, values);
      for (unsigned l = 0; l < s->levels; l++)
        if (used[l]) {
          const uint32_t to = tables[l][values[l]];
          enabled &= to != DD_OFF;
          values[l] = to != DD_OFF ? to : 0;
        }
      if (enabled)
        pairs[t * s->total + number_of(s, values)] = true;
    }
  }
}

/* Distances from `start` by relaxing until nothing changes. */
static void distances(const bool *pairs, uint32_t n, uint32_t start,
                      uint32_t *d) {
  for (uint32_t i = 0; i < n; i++)
    d[i] = i == start ? 0 : UINT32_MAX;
  for (bool grew = true; grew;) {
    grew = false;
    for (uint32_t i = 0; i < n * n; i++)
      if (pairs[i] && d[i / n] != UINT32_MAX && d[i / n] + 1 < d[i % n])
        d[i % n] = d[i / n] + 1, grew = true;
  }
}

static void check_fixpoints(uint64_t seed) {
  enum { N = 64 };
  struct rng r = rng_seed(seed);
  const struct space s = random_space(&r, N);
  const uint32_t n = s.total;
  static bool pairs[N * N], closed[N * N];
  uint32_t d[N], values[VARIABLES_MAX];
  bool reached[N] = {0}, at[N] = {0};
  struct dd *sets = dd_open(DD_SETS, s.levels, s.sizes, 0);
  struct dd *rel = dd_open(DD_RELATIONS, s.levels, s.sizes, 0);
  struct dd *ev = dd_open(DD_DISTANCES, s.levels, s.sizes, 0);
  struct dd_events *e = dd_events_open(sets);
  random_events(&r, &s, e, pairs);
  const uint32_t start = rng_below(&r, n);
  tuple_of(&s, start, values);
  distances(pairs, n, start, d);
  for (uint32_t i = 0; i < n; i++)
    reached[i] = d[i] != UINT32_MAX;
  const dd_node origin = dd_tuple(sets, values);
  unsigned rounds;
  dd_node by_saturation = dd_saturate(sets, origin, e);
  CHECK(same_set(sets, &s, by_saturation, reached));
  dd_protect(sets, &by_saturation);
  CHECK_EQ(dd_reach_bfs(sets, dd_tuple(sets, values), e, &rounds),
           by_saturation);

  /* distances, everywhere and by value */
  const struct dd_edge f = dd_distances(ev, dd_origin(ev, values), e);
  uint32_t farthest = 0, v;
  for (uint32_t i = 0; i < n; i++) {
    tuple_of(&s, i, values);
    CHECK_EQ(dd_value(ev, f, values, &v), reached[i]);
    if (reached[i]) {
      CHECK_EQ(v, d[i]);
      farthest = v > farthest ? v : farthest;
    }
  }
  CHECK_EQ(dd_greatest(ev, f), farthest);
  const uint32_t some = rng_below(&r, farthest + 1);
  for (uint32_t i = 0; i < n; i++)
    at[i] = d[i] == some;
  CHECK(same_set(sets, &s, dd_at_value(sets, ev, f, some), at));
  struct dd_edge low = dd_constant(ev, 1, sets, by_saturation);
  low = dd_minimum(ev, f, low);
  for (uint32_t i = 0; i < n; i++) {
    tuple_of(&s, i, values);
    if (dd_value(ev, low, values, &v))
      CHECK_EQ(v, d[i] ? 1 : 0);
  }

  /* the closure of the identity under the events: all pairs that reach */
  const dd_node closure = dd_saturate(rel, DD_TRUE, e);
  for (uint32_t i = 0; i < n; i++) {
    distances(pairs, n, i, d);
    for (uint32_t j = 0; j < n; j++)
      closed[i * n + j] = d[j] != UINT32_MAX;
  }
  CHECK(same_relation(sets, rel, &s, closure, closed));
  dd_events_close(e);
  dd_close(ev);
  dd_close(rel);
  dd_close(sets);
}

TEST(dd_saturation_breadth_first_and_distances_agree_with_arrays) {
  for (uint64_t seed = 1; seed <= ROUNDS; seed++)
    check_fixpoints(seed);
}

/* --- limits, sizes, pictures ---------------------------------------------- */

/* A counter of `digits` decimal digits. */
static struct dd_events *counter(struct dd *f, unsigned digits) {
  struct dd_events *e = dd_events_open(f);
  uint32_t up[10], wrap[10];
  for (uint32_t v = 0; v < 10; v++) {
    up[v] = v < 9 ? v + 1 : DD_OFF;
    wrap[v] = v < 9 ? DD_OFF : 0;
  }
  const uint32_t inc = dd_events_map(e, 10, up);
  const uint32_t zero = dd_events_map(e, 10, wrap);
  for (unsigned d = 1; d <= digits; d++) {
    unsigned levels[32];
    uint32_t maps[32], count = 0;
    for (unsigned l = d; l; l--) {
      levels[count] = l;
      maps[count++] = l == d ? inc : zero;
    }
    dd_events_add(e, levels, maps, count);
  }
  return e;
}

TEST(dd_counts_exactly_beyond_64_bits) {
  enum { DIGITS = 25 };
  uint32_t sizes[DIGITS], zero[DIGITS] = {0};
  for (int i = 0; i < DIGITS; i++)
    sizes[i] = 10;
  struct dd *f = dd_open(DD_SETS, DIGITS, sizes, 0);
  struct dd_events *e = counter(f, DIGITS);
  dd_node n = dd_saturate(f, dd_tuple(f, zero), e);
  struct text digits = {0};
  dd_count(f, n, &digits);
  CHECK_STR(text_str(&digits), "10000000000000000000000000");
  text_clear(&digits);
  dd_count(f, dd_minus(f, n, dd_tuple(f, zero)), &digits);
  CHECK_STR(text_str(&digits), "9999999999999999999999999");
  CHECK_EQ(dd_node_count(f, n), DIGITS);
  text_free(&digits);
  dd_events_close(e);
  dd_close(f);
}

TEST(dd_limit_is_a_verdict_and_the_forest_survives_it) {
  enum { LEVELS = 12 };
  uint32_t sizes[LEVELS], values[LEVELS];
  struct rng r = rng_seed(7);
  for (int i = 0; i < LEVELS; i++)
    sizes[i] = 50;
  struct dd *f = dd_open(DD_SETS, LEVELS, sizes, 1 << 17);
  dd_node all = DD_EMPTY, kept = DD_EMPTY;
  dd_protect(f, &kept);
  uint32_t added = 0;
  for (; all != DD_FULL && added < 100000; added++) {
    for (int i = 0; i < LEVELS; i++)
      values[i] = rng_below(&r, 50);
    const dd_node one = dd_tuple(f, values);
    all = one == DD_FULL ? DD_FULL : dd_union(f, all, one);
    if (added == 10)
      kept = all;
  }
  CHECK_EQ(all, DD_FULL);
  CHECK(added < 100000);
  dd_collect(f);
  CHECK_EQ((int)dd_count_about(f, kept), 11);
  values[0] = 0;
  const dd_node again = dd_union(f, kept, dd_tuple(f, values));
  CHECK(again != DD_FULL && dd_count_about(f, again) >= 11);
  struct dd_stats s;
  dd_statistics(f, &s);
  CHECK(s.peak_bytes <= 1 << 17);
  CHECK(s.collections >= 1);
  dd_close(f);
}

TEST(dd_collection_keeps_what_is_protected_only) {
  uint32_t sizes[4] = {9, 9, 9, 9}, values[4];
  struct dd *f = dd_open(DD_SETS, 4, sizes, 0);
  struct rng r = rng_seed(3);
  dd_node kept = DD_EMPTY;
  dd_protect(f, &kept);
  for (int i = 0; i < 2000; i++) {
    for (int k = 0; k < 4; k++)
      values[k] = rng_below(&r, 9);
    const dd_node n = dd_union(f, kept, dd_tuple(f, values));
    if (i % 10 == 0)
      kept = n;
    if (i % 100 == 0)
      dd_collect(f);
  }
  dd_collect(f);
  struct dd_stats s;
  dd_statistics(f, &s);
  CHECK_EQ(s.nodes, dd_node_count(f, kept));
  const dd_node before = kept;
  dd_unprotect(f, 1);
  dd_collect(f);
  dd_statistics(f, &s);
  CHECK_EQ(s.nodes, 0);
  (void)before;
  dd_close(f);
}

TEST(dd_wide_and_sparse_variables_work) {
  uint32_t sizes[2] = {60000, 40000}, values[2];
  bool *odd = calloc(60000, sizeof *odd);
  for (uint32_t i = 1; i < 60000; i += 2)
    odd[i] = true;
  struct dd *f = dd_open(DD_SETS, 2, sizes, 0);
  const bool *allowed[2] = {odd, NULL};
  const dd_node box = dd_box(f, allowed);
  struct text digits = {0};
  dd_count(f, box, &digits);
  CHECK_STR(text_str(&digits), "1200000000");
  values[0] = 59999;
  values[1] = 39999;
  const dd_node one = dd_tuple(f, values);
  CHECK(dd_has(f, box, values) && dd_has(f, one, values));
  CHECK_EQ(dd_intersect(f, one, box), one);
  CHECK(!dd_has(f, dd_minus(f, box, one), values));
  text_free(&digits);
  free(odd);
  dd_close(f);
}

TEST(dd_dot_names_every_node_and_edge) {
  uint32_t sizes[2] = {2, 2};
  struct dd *f = dd_open(DD_SETS, 2, sizes, 0);
  struct text out = {0};
  dd_dot(f, dd_tuple(f, (uint32_t[]){1, 0}), &out);
  CHECK(strstr(text_str(&out), "digraph dd {"));
  CHECK(strstr(text_str(&out), "-> n1 [label=\"1\"]"));
  CHECK(strstr(text_str(&out), "[label=\"0\"]"));
  text_free(&out);
  dd_close(f);
}
