/* heddle/dd.h, through nothing but the header, against plain arrays over all
 * tuples. */
#include <heddle/dd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/rng.h"
#include "base/stress.h"
#include "test.h"

enum { ROUNDS = STRESSED(30, 200), TOTAL = 240, EVENTS = 5, FAR = 1 << 20 };

struct room {
  unsigned count;
  uint32_t sizes[4], total;
  struct heddle_dd *d;
};

static struct room random_room(struct rng *r) {
  struct room s = {.count = 1 + rng_below(r, 4), .total = 1};
  for (unsigned i = 0; i < s.count; i++) {
    s.sizes[i] = 1 + rng_below(r, 4);
    s.total *= s.sizes[i];
  }
  s.d = heddle_dd_open(s.count, s.sizes, 0);
  return s;
}

static const uint32_t *values_of(const struct room *s, uint32_t t) {
  static uint32_t values[4];
  for (unsigned i = 0; i < s->count; i++) {
    values[i] = t % s->sizes[i];
    t /= s->sizes[i];
  }
  return values;
}

static uint32_t number_of(const struct room *s, const uint32_t *values) {
  uint32_t t = 0;
  for (unsigned i = s->count; i-- > 0;)
    t = t * s->sizes[i] + values[i];
  return t;
}

static struct heddle_dd_set *random_set(struct rng *r, const struct room *s,
                                        bool *in) {
  struct heddle_dd_set *set = heddle_dd_empty(s->d);
  for (uint32_t t = 0; t < s->total; t++)
    if ((in[t] = rng_below(r, 3) == 0)) {
      struct heddle_dd_set *one = heddle_dd_tuple(s->d, values_of(s, t));
      struct heddle_dd_set *both = heddle_dd_union(set, one);
      heddle_dd_set_free(set); /* in an order that is not that of making */
      heddle_dd_set_free(one);
      set = both;
    }
  return set;
}

static bool same(const struct room *s, struct heddle_dd_set *set,
                 const bool *in) {
  char digits[20];
  uint32_t count = 0;
  for (uint32_t t = 0; t < s->total; t++) {
    count += in[t];
    if (!set || heddle_dd_has(set, values_of(s, t)) != in[t])
      return false;
  }
  snprintf(digits, sizeof digits, "%u", count);
  char *said = heddle_dd_count(set);
  const bool ok = said && !strcmp(said, digits) &&
                  heddle_dd_is_empty(set) == !count &&
                  heddle_dd_count_about(set) == count;
  free(said);
  return ok;
}

struct visit {
  const struct room *s;
  const bool *in;
  uint32_t next;
  bool ok;
};
static bool visit(void *user, const uint32_t *values) {
  struct visit *v = user;
  const uint32_t t = number_of(v->s, values);
  for (; v->next < t; v->next++)
    v->ok &= !v->in[v->next];
  v->ok &= v->in[t] && v->next++ == t;
  return true;
}

TEST(dd_library_sets_are_those_of_arrays) {
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    struct rng r = rng_seed(seed);
    const struct room s = random_room(&r);
    bool a[TOTAL * 2], b[TOTAL * 2], c[TOTAL * 2];
    struct heddle_dd_set *x = random_set(&r, &s, a);
    struct heddle_dd_set *y = random_set(&r, &s, b);
    CHECK(same(&s, x, a));
    struct visit v = {&s, a, 0, true};
    CHECK(heddle_dd_each(x, visit, &v) && v.ok);
    for (int op = 0; op < 3; op++) {
      for (uint32_t t = 0; t < s.total; t++)
        c[t] = op == 0 ? a[t] || b[t] : op == 1 ? a[t] && b[t] : a[t] && !b[t];
      CHECK(same(&s,
                 op == 0   ? heddle_dd_union(x, y)
                 : op == 1 ? heddle_dd_intersect(x, y)
                           : heddle_dd_minus(x, y),
                 c));
    }
    struct heddle_dd_set *all = heddle_dd_all(s.d);
    CHECK(heddle_dd_equal(heddle_dd_minus(all, heddle_dd_minus(all, x)), x));
    CHECK_EQ(heddle_dd_why(s.d), HEDDLE_DD_FINE);
    heddle_dd_close(s.d);
  }
}

/* --- relations ------------------------------------------------------------ */

typedef bool matrix[256][256];

static struct heddle_dd_relation *
random_relation(struct rng *r, const struct room *s, matrix m) {
  struct heddle_dd_relation *all = NULL;
  memset(m, 0, sizeof(matrix));
  for (int k = 0; k < 4; k++) {
    uint32_t from[4], to[4], moved[4];
    for (unsigned i = 0; i < s->count; i++) {
      from[i] = rng_below(r, 2) ? HEDDLE_DD_KEEP : rng_below(r, s->sizes[i]);
      to[i] = rng_below(r, s->sizes[i]);
    }
    for (uint32_t t = 0; t < s->total; t++) {
      bool fits = true;
      memcpy(moved, values_of(s, t), sizeof moved);
      for (unsigned i = 0; i < s->count; i++) {
        fits &= from[i] == HEDDLE_DD_KEEP || from[i] == moved[i];
        moved[i] = from[i] == HEDDLE_DD_KEEP ? moved[i] : to[i];
      }
      if (fits)
        m[t][number_of(s, moved)] = true;
    }
    struct heddle_dd_relation *one = heddle_dd_step(s->d, from, to);
    all = all ? heddle_dd_either(all, one) : one;
  }
  return all;
}

static void follow(const struct room *s, matrix m, const bool *in, bool back,
                   bool *out) {
  memset(out, 0, TOTAL * 2);
  for (uint32_t t = 0; t < s->total; t++)
    for (uint32_t u = 0; u < s->total; u++)
      if (m[t][u] && in[back ? u : t])
        out[back ? t : u] = true;
}

TEST(dd_library_relations_are_those_of_matrices) {
  static matrix m, n, both;
  for (uint64_t seed = 1; seed <= ROUNDS / 4; seed++) {
    struct rng r = rng_seed(seed);
    const struct room s = random_room(&r);
    bool a[TOTAL * 2], b[TOTAL * 2];
    struct heddle_dd_set *x = random_set(&r, &s, a);
    struct heddle_dd_relation *p = random_relation(&r, &s, m);
    struct heddle_dd_relation *q = random_relation(&r, &s, n);
    follow(&s, m, a, false, b);
    CHECK(same(&s, heddle_dd_image(x, p), b));
    follow(&s, m, a, true, b);
    CHECK(same(&s, heddle_dd_preimage(x, p), b));
    memset(both, 0, sizeof both);
    for (uint32_t t = 0; t < s.total; t++)
      for (uint32_t u = 0; u < s.total; u++)
        for (uint32_t w = 0; m[t][u] && w < s.total; w++)
          both[t][w] |= n[u][w];
    follow(&s, both, a, false, b);
    CHECK(same(&s, heddle_dd_image(x, heddle_dd_compose(p, q)), b));
    CHECK(heddle_dd_relation_equal(heddle_dd_either(p, q),
                                   heddle_dd_either(q, p)));
    heddle_dd_close(s.d);
  }
}

/* --- events --------------------------------------------------------------- */

struct event {
  unsigned count, variables[4];
  uint32_t tables[4][4];
};

static struct event random_event(struct rng *r, const struct room *s) {
  struct event e = {0};
  const unsigned first = rng_below(r, s->count);
  for (unsigned i = 0; i < s->count; i++) {
    const unsigned v = (first + i) % s->count; /* not by their numbers */
    if (i && rng_below(r, 2))
      continue;
    for (uint32_t k = 0; k < s->sizes[v]; k++)
      e.tables[e.count][k] =
          rng_below(r, 3) ? rng_below(r, s->sizes[v]) : HEDDLE_DD_OFF;
    e.variables[e.count++] = v;
  }
  return e;
}

static uint32_t happen(const struct room *s, const struct event *e,
                       uint32_t t) {
  uint32_t values[4];
  memcpy(values, values_of(s, t), sizeof values);
  for (unsigned k = 0; k < e->count; k++) {
    const uint32_t to = e->tables[k][values[e->variables[k]]];
    if (to == HEDDLE_DD_OFF)
      return UINT32_MAX;
    values[e->variables[k]] = to;
  }
  return number_of(s, values);
}

/* Distances by relaxing until nothing changes. */
static void measure(const struct room *s, const struct event *events,
                    const bool *from, uint32_t *far) {
  for (uint32_t t = 0; t < s->total; t++)
    far[t] = from[t] ? 0 : FAR;
  for (bool again = true; again;) {
    again = false;
    for (uint32_t t = 0; t < s->total; t++)
      for (int k = 0; k < EVENTS; k++) {
        const uint32_t u = happen(s, &events[k], t);
        if (far[t] < FAR && u != UINT32_MAX && far[u] > far[t] + 1) {
          far[u] = far[t] + 1;
          again = true;
        }
      }
  }
}

static void check_distances(const struct room *s, struct heddle_dd_set *from,
                            struct heddle_dd_events *e, const uint32_t *far) {
  struct heddle_dd_distance *f = heddle_dd_distances(from, e);
  uint32_t said, most = 0;
  bool at[TOTAL * 2];
  for (uint32_t t = 0; t < s->total; t++) {
    const bool there = heddle_dd_distance_of(f, values_of(s, t), &said);
    CHECK_EQ(there, far[t] < FAR);
    if (there)
      CHECK_EQ(said, far[t]);
    most = there && said > most ? said : most;
    at[t] = far[t] == 2;
  }
  CHECK_EQ(heddle_dd_greatest(f), most);
  CHECK(same(s, heddle_dd_at_distance(f, 2), at));
}

TEST(dd_library_events_reach_and_measure_as_a_search_does) {
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    struct rng r = rng_seed(seed);
    const struct room s = random_room(&r);
    struct heddle_dd_events *e = heddle_dd_events(s.d);
    struct event events[EVENTS];
    bool a[TOTAL * 2], b[TOTAL * 2] = {0};
    uint32_t far[TOTAL * 2];
    struct heddle_dd_set *from = random_set(&r, &s, a);
    for (int k = 0; k < EVENTS; k++) {
      events[k] = random_event(&r, &s);
      const uint32_t *tables[4];
      for (unsigned i = 0; i < events[k].count; i++)
        tables[i] = events[k].tables[i];
      CHECK(heddle_dd_event(e, events[k].count, events[k].variables, tables));
      for (uint32_t t = 0; t < s.total; t++)
        if (a[t] && happen(&s, &events[k], t) != UINT32_MAX)
          b[happen(&s, &events[k], t)] = true;
    }
    CHECK(same(&s, heddle_dd_fire(from, e), b));
    measure(&s, events, a, far);
    for (uint32_t t = 0; t < s.total; t++)
      b[t] = far[t] < FAR;
    CHECK(same(&s, heddle_dd_saturate(from, e), b));
    check_distances(&s, from, e, far);
    heddle_dd_events_free(e);
    heddle_dd_close(s.d);
  }
}

/* --- what cannot be done -------------------------------------------------- */

TEST(dd_library_errors_are_values) {
  const uint32_t sizes[] = {2, 3}, beyond[] = {1, 3}, fine[] = {1, 2};
  CHECK(!heddle_dd_open(0, sizes, 0));
  CHECK(!heddle_dd_open(2, (const uint32_t[]){2, 0}, 0));
  CHECK(!heddle_dd_open(2, (const uint32_t[]){2, 65536}, 0));
  CHECK(!heddle_dd_open(2, NULL, 0));
  struct heddle_dd *d = heddle_dd_open(2, sizes, 0);
  struct heddle_dd *other = heddle_dd_open(2, sizes, 0);
  CHECK(!heddle_dd_tuple(d, beyond));
  CHECK_EQ(heddle_dd_why(d), HEDDLE_DD_ARGUMENT);
  struct heddle_dd_set *a = heddle_dd_tuple(d, fine);
  CHECK(a && !heddle_dd_has(a, beyond) && heddle_dd_has(a, fine));
  CHECK(!heddle_dd_union(a, heddle_dd_tuple(other, fine)));
  CHECK(!heddle_dd_union(heddle_dd_intersect(a, NULL), a));
  CHECK(!heddle_dd_step(d, fine, beyond));
  struct heddle_dd_events *e = heddle_dd_events(d);
  const uint32_t *tables[] = {fine, fine};
  CHECK(!heddle_dd_event(e, 2, (const unsigned[]){0, 0}, tables));
  CHECK(!heddle_dd_event(e, 1, (const unsigned[]){2}, tables));
  CHECK(!heddle_dd_event(e, 1, (const unsigned[]){0}, tables)); /* a 2 */
  CHECK(!heddle_dd_event(e, 0, NULL, NULL));
  CHECK(heddle_dd_equal(heddle_dd_saturate(a, e), a));
  CHECK(!heddle_dd_saturate(a, heddle_dd_events(other)));
  CHECK_EQ(heddle_dd_why(NULL), HEDDLE_DD_ARGUMENT);
  heddle_dd_set_free(NULL);
  heddle_dd_close(NULL);
  heddle_dd_close(d);
  heddle_dd_close(other);
}

/* Random tuples have no small diagram. */
static struct heddle_dd_set *heap_up(struct heddle_dd *d, struct rng *r,
                                     unsigned most) {
  struct heddle_dd_set *all = heddle_dd_empty(d);
  while (all && most--) {
    uint32_t values[20];
    for (unsigned i = 0; i < 20; i++)
      values[i] = rng_below(r, 9);
    struct heddle_dd_set *one = heddle_dd_tuple(d, values);
    struct heddle_dd_set *both = heddle_dd_union(all, one);
    heddle_dd_set_free(one);
    heddle_dd_set_free(all);
    all = both;
  }
  return all;
}

TEST(dd_library_keeps_its_limit_and_goes_on) {
  uint32_t sizes[20], zeros[20] = {0};
  struct rng r = rng_seed(1);
  for (unsigned i = 0; i < 20; i++)
    sizes[i] = 9;
  struct heddle_dd *d = heddle_dd_open(20, sizes, 1 << 20);
  struct heddle_dd_figures f;
  CHECK(!heap_up(d, &r, 100000));
  CHECK_EQ(heddle_dd_why(d), HEDDLE_DD_LIMIT);
  heddle_dd_figures(d, &f);
  CHECK(f.peak_bytes <= 1 << 20 && f.peak_nodes >= f.nodes);
  struct heddle_dd_set *a = heddle_dd_tuple(d, zeros);
  CHECK(heddle_dd_has(a, zeros));
  CHECK(heap_up(d, &r, 100));
  heddle_dd_close(d);
}

/* --- what others have counted --------------------------------------------- */

/* Kanban (Tilgner et al. 1996; in the papers of SMART and MEDDLY): four cells,
 * each with tickets, a machine, a place for rework and one for what is done. */
enum { KANBAN_PLACES = 16, KANBAN_MOST = 5 };

static void add_kanban(struct heddle_dd_events *e, const uint32_t *up,
                       const uint32_t *down, unsigned count,
                       const unsigned *places) {
  const uint32_t *tables[6];
  for (unsigned i = 0; i < count; i++)
    tables[i] = i % 2 ? up : down;
  CHECK(heddle_dd_event(e, count, places, tables));
}

static char *kanban(uint32_t n) {
  static const unsigned starts[] = {0, 1}, ends[] = {15, 12};
  static const unsigned one[] = {3, 0, 4, 5, 8, 9};
  static const unsigned both[] = {7, 4, 11, 8, 12, 13};
  uint32_t sizes[KANBAN_PLACES], first[KANBAN_PLACES] = {0};
  uint32_t up[KANBAN_MOST + 1], down[KANBAN_MOST + 1];
  for (unsigned i = 0; i < KANBAN_PLACES; i++) {
    sizes[i] = n + 1;
    first[i] = i % 4 ? 0 : n;
  }
  for (uint32_t v = 0; v <= n; v++) {
    up[v] = v < n ? v + 1 : HEDDLE_DD_OFF;
    down[v] = v ? v - 1 : HEDDLE_DD_OFF;
  }
  struct heddle_dd *d = heddle_dd_open(KANBAN_PLACES, sizes, 0);
  struct heddle_dd_events *e = heddle_dd_events(d);
  for (unsigned c = 0; c < KANBAN_PLACES; c += 4) {
    add_kanban(e, up, down, 2, (const unsigned[]){c + 1, c + 3});
    add_kanban(e, up, down, 2, (const unsigned[]){c + 1, c + 2});
    add_kanban(e, up, down, 2, (const unsigned[]){c + 2, c + 1});
  }
  add_kanban(e, up, down, 2, starts);
  add_kanban(e, up, down, 6, one);
  add_kanban(e, up, down, 6, both);
  add_kanban(e, up, down, 2, ends);
  char *count =
      heddle_dd_count(heddle_dd_saturate(heddle_dd_tuple(d, first), e));
  heddle_dd_close(d);
  return count;
}

TEST(dd_library_counts_kanban) {
  static const char *const known[] = {"160", "4600", "58400", "454475",
                                      "2546432"};
  for (uint32_t n = 1; n <= KANBAN_MOST; n++) {
    char *count = kanban(n);
    CHECK_STR(count, known[n - 1]);
    free(count);
  }
}

/* Five tiles in two rows of three places: half of the 720 orders, the last of
 * them 21 moves away. */
TEST(dd_library_moves_tiles) {
  static const unsigned beside[][2] = {{0, 1}, {1, 2}, {3, 4}, {4, 5},
                                       {0, 3}, {1, 4}, {2, 5}};
  static const uint32_t sizes[] = {6, 6, 6, 6, 6, 6};
  static const uint32_t first[] = {0, 1, 2, 3, 4, 5};
  struct heddle_dd *d = heddle_dd_open(6, sizes, 0);
  struct heddle_dd_events *e = heddle_dd_events(d);
  for (unsigned i = 0; i < 2 * sizeof beside / sizeof *beside; i++)
    for (uint32_t tile = 1; tile < 6; tile++) {
      uint32_t comes[6], goes[6];
      for (unsigned v = 0; v < 6; v++)
        comes[v] = goes[v] = HEDDLE_DD_OFF;
      comes[0] = tile;
      goes[tile] = 0;
      const unsigned places[] = {beside[i / 2][i % 2],
                                 beside[i / 2][1 - i % 2]};
      CHECK(heddle_dd_event(e, 2, places, (const uint32_t *[]){comes, goes}));
    }
  struct heddle_dd_set *s = heddle_dd_tuple(d, first);
  char *count = heddle_dd_count(heddle_dd_saturate(s, e));
  CHECK_STR(count, "360");
  struct heddle_dd_distance *f = heddle_dd_distances(s, e);
  CHECK_EQ(heddle_dd_greatest(f), 21);
  CHECK_EQ(heddle_dd_count_about(heddle_dd_at_distance(f, 21)), 1);
  free(count);
  heddle_dd_close(d);
}
