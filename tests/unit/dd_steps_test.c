/* Steps whose values are found on the way, against a search of all tuples. */
#include <string.h>

#include "base/rng.h"
#include "base/stress.h"
#include "dd/steps.h"
#include "test.h"

enum { ROUNDS = STRESSED(40, 300), LEVELS = 4, SIZE = 4, STEPS = 8 };
enum { TOTAL = SIZE * SIZE * SIZE * SIZE, FAR = 1 << 20 };

struct step {
  unsigned count, levels[LEVELS];
  uint32_t from[LEVELS], to[LEVELS];
};

/* The model: random steps, which it tells as values come up. */
struct world {
  struct step steps[STEPS];
  struct dd_steps *told;
  bool known[LEVELS + 1][SIZE];
};

static void values_of(uint32_t t, uint32_t *values) {
  for (unsigned l = 0; l < LEVELS; l++, t /= SIZE)
    values[l] = t % SIZE;
}
static uint32_t number_of(const uint32_t *values) {
  uint32_t t = 0;
  for (unsigned l = LEVELS; l-- > 0;)
    t = t * SIZE + values[l];
  return t;
}

static struct step random_step(struct rng *r) {
  struct step s = {0};
  for (unsigned l = LEVELS; l; l--)
    if (rng_below(r, 2) || (l == 1 && !s.count)) {
      s.levels[s.count] = l;
      s.from[s.count] = rng_below(r, SIZE);
      s.to[s.count++] = rng_below(r, SIZE);
    }
  return s;
}

/* A step is told when the last of the values that it leaves comes up. */
static void found(void *user, unsigned level, uint32_t value) {
  struct world *w = user;
  if (w->known[level][value])
    return;
  w->known[level][value] = true;
  for (unsigned i = 0; i < STEPS; i++) {
    const struct step *s = &w->steps[i];
    bool all = true, mine = false;
    for (unsigned k = 0; k < s->count; k++) {
      all &= w->known[s->levels[k]][s->from[k]];
      mine |= s->levels[k] == level && s->from[k] == value;
    }
    if (all && mine)
      dd_steps_add(w->told, s->levels, s->from, s->to, s->count);
  }
}

static bool happens(const struct step *s, uint32_t *values) {
  for (unsigned k = 0; k < s->count; k++)
    if (values[s->levels[k] - 1] != s->from[k])
      return false;
  for (unsigned k = 0; k < s->count; k++)
    values[s->levels[k] - 1] = s->to[k];
  return true;
}

static void relax(const struct world *w, bool back, uint32_t *far) {
  for (bool again = true; again;) {
    again = false;
    for (uint32_t t = 0; t < TOTAL; t++)
      for (unsigned i = 0; i < STEPS; i++) {
        uint32_t values[LEVELS];
        values_of(t, values);
        if (!happens(&w->steps[i], values))
          continue;
        const uint32_t u = number_of(values);
        const uint32_t a = back ? u : t, b = back ? t : u;
        if (far[a] < FAR && far[b] > far[a] + 1) {
          far[b] = far[a] + 1;
          again = true;
        }
      }
  }
}

static void check_set(struct dd *f, dd_node n, const uint32_t *far) {
  uint32_t values[LEVELS], count = 0;
  for (uint32_t t = 0; t < TOTAL; t++) {
    values_of(t, values);
    count += far[t] < FAR;
    CHECK_EQ(dd_has(f, n, values), far[t] < FAR);
  }
  CHECK_EQ(dd_count_about(f, n), count);
}

/* The values that were announced are those that tuples of the set have. */
static void check_known(const struct world *w, const uint32_t *far) {
  bool has[LEVELS + 1][SIZE] = {0};
  for (uint32_t t = 0; t < TOTAL; t++) {
    uint32_t values[LEVELS];
    values_of(t, values);
    for (unsigned l = 0; far[t] < FAR && l < LEVELS; l++)
      has[l + 1][values[l]] = true;
  }
  CHECK(!memcmp(has, w->known, sizeof has));
}

static void check_far(struct dd_steps *steps, const uint32_t *start,
                      const uint32_t *far) {
  const uint32_t sizes[LEVELS] = {SIZE, SIZE, SIZE, SIZE};
  struct dd *f = dd_open(DD_DISTANCES, LEVELS, sizes, 0);
  struct dd_search x = {.steps = steps};
  const struct dd_edge e = dd_steps_distances(f, dd_origin(f, start), &x);
  for (uint32_t t = 0; t < TOTAL; t++) {
    uint32_t values[LEVELS], said;
    values_of(t, values);
    const bool there = dd_value(f, e, values, &said);
    CHECK_EQ(there, far[t] < FAR);
    if (there)
      CHECK_EQ(said, far[t]);
  }
  dd_close(f);
}

/* Tuples that have what some step leaves, and the others; and back. */
static void check_rest(struct world *w, struct dd *f, dd_node all,
                       uint32_t *far) {
  struct dd_search x = {.steps = w->told};
  uint32_t can[TOTAL], not [TOTAL];
  for (uint32_t t = 0; t < TOTAL; t++) {
    bool some = false;
    for (unsigned i = 0; i < STEPS; i++) {
      uint32_t values[LEVELS];
      values_of(t, values);
      some |= happens(&w->steps[i], values);
    }
    can[t] = far[t] < FAR && some ? 0 : FAR;
    not [t] = far[t] < FAR && !some ? 0 : FAR;
  }
  check_set(f, dd_select(f, all, &x), can);
  check_set(f, dd_reject(f, all, &x), not );
  CHECK_EQ(!dd_meets(f, all, &x), !dd_select(f, all, &x));
  struct dd_steps *inverse = dd_steps_inverse(w->told);
  struct dd_search back = {.steps = inverse};
  const dd_node stuck = dd_reject(f, all, &x);
  const dd_node to = dd_discover(f, stuck, &back);
  relax(w, true, not );
  for (uint32_t t = 0; t < TOTAL; t++)
    if (far[t] == FAR)
      not [t] = FAR; /* of what is reached */
  check_set(f, dd_intersect(f, to, all), not );
  dd_steps_close(inverse);
}

TEST(dd_steps_find_values_on_the_way) {
  for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
    struct rng r = rng_seed(seed);
    const uint32_t ones[LEVELS] = {1, 1, 1, 1};
    struct world w = {.told = dd_steps_open(LEVELS)};
    struct dd *f = dd_open(DD_SETS, LEVELS, ones, 0);
    uint32_t start[LEVELS], far[TOTAL];
    for (unsigned i = 0; i < STEPS; i++)
      w.steps[i] = random_step(&r);
    for (unsigned l = 1; l <= LEVELS; l++) {
      start[l - 1] = rng_below(&r, SIZE);
      dd_grow(f, l, start[l - 1] + 1);
      found(&w, l, start[l - 1]);
    }
    for (uint32_t t = 0; t < TOTAL; t++)
      far[t] = t == number_of(start) ? 0 : FAR;
    relax(&w, false, far);
    struct dd_search x = {.steps = w.told, .found = found, .user = &w};
    const dd_node all = dd_discover(f, dd_tuple(f, start), &x);
    check_set(f, all, far);
    check_known(&w, far);
    check_far(w.told, start, far);
    check_rest(&w, f, all, far);
    dd_close(f);
    dd_steps_close(w.told);
  }
}
