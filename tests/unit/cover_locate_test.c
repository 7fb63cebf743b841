/* Guilty combinations are found: programs that fail on a combination drawn at
 * random, with rules and without, one guilty combination and two. */
#include <heddle.h>

#include <string.h>

#include "base/rng.h"
#include "base/text.h"
#include "test.h"

enum { PARAMS_MOST = 12, PROGRAMS = 200 };

struct fault {
  size_t size;
  size_t params[3];
  unsigned values[3];
};

struct program {
  struct heddle_cover *m;
  unsigned strength;
  struct fault fault[2];
  size_t faults;
  size_t named, wrong; /* guilty combinations that are its own, or not */
};

static void draw_model(struct rng *r, struct text *t, unsigned strength) {
  size_t params = 6 + rng_below(r, PARAMS_MOST - 5);
  for (size_t p = 0; p < params; p++) {
    text_printf(t, "P%zu: v0, v1", p);
    for (unsigned v = 2; v < 2 + rng_below(r, strength == 2 ? 4 : 2); v++)
      text_printf(t, ", v%u", v);
    text_char(t, '\n');
  }
  for (uint32_t n = rng_below(r, 3); n > 0; n--)
    text_printf(t, "IF [P%u] = \"v0\" THEN [P%zu] <> \"v1\";\n",
                rng_below(r, 3), params - 1 - rng_below(r, 3));
}

static bool fails(const struct program *p, const uint16_t *test) {
  for (size_t i = 0; i < p->faults; i++) {
    bool in = true;
    for (size_t k = 0; k < p->fault[i].size; k++)
      in = in && test[p->fault[i].params[k]] == p->fault[i].values[k];
    if (in)
      return true;
  }
  return false;
}

/* A combination that some test has, so that it is possible. */
static struct fault draw_fault(struct rng *r, size_t size, size_t params,
                               const struct heddle_cover_tests *tests) {
  struct fault f = {.size = size};
  size_t from = rng_below(r, (uint32_t)tests->count);
  for (size_t k = 0; k < size;) {
    size_t p = rng_below(r, (uint32_t)params);
    bool twice = false;
    for (size_t i = 0; i < k; i++)
      twice = twice || f.params[i] == p;
    if (twice)
      continue;
    f.params[k] = p;
    f.values[k++] = heddle_cover_cell(tests, from, p);
  }
  return f;
}

/* Two faults may make a third combination fail always; whether this one does
 * is tried on tests drawn at random, as long as no rules restrict them. */
static bool always_fails(const struct program *p,
                         const struct heddle_cover_tuple *t) {
  struct rng r = rng_seed(t->params[0] + 1);
  for (int n = 0; n < 2000 && !heddle_cover_rules(p->m); n++) {
    uint16_t test[PARAMS_MOST];
    for (size_t i = 0; i < heddle_cover_params(p->m); i++)
      test[i] = (uint16_t)rng_below(&r, (uint32_t)heddle_cover_values(p->m, i));
    for (size_t k = 0; k < t->size; k++)
      test[t->params[k]] = t->values[k];
    if (!fails(p, test))
      return false;
  }
  return p->faults > 1;
}

static bool judge(void *user, const struct heddle_cover_tuple *t) {
  struct program *p = user;
  bool own = false;
  for (size_t i = 0; i < p->faults; i++) {
    size_t same = 0;
    for (size_t k = 0; k < t->size; k++)
      for (size_t j = 0; j < p->fault[i].size; j++)
        same += t->params[k] == p->fault[i].params[j] &&
                t->values[k] == p->fault[i].values[j];
    own = own || (same == t->size &&
                  (same == p->fault[i].size || heddle_cover_rules(p->m)));
  }
  p->named += own;
  p->wrong += !own && !always_fails(p, t);
  return true;
}

/* How many tests were run in all. */
static size_t locate(struct program *p, const struct heddle_cover_tests *tests,
                     uint64_t seed) {
  uint16_t test[PARAMS_MOST];
  size_t run = tests->count;
  struct heddle_cover_locate *l =
      heddle_cover_locate_open(p->m, p->strength, seed);
  for (size_t i = 0; i < tests->count; i++)
    heddle_cover_locate_add(l, &tests->cells[i * tests->params],
                            fails(p, &tests->cells[i * tests->params]));
  while (run < 3 * tests->count && heddle_cover_locate_next(l, test)) {
    heddle_cover_locate_add(l, test, fails(p, test));
    run++;
  }
  heddle_cover_locate_guilty(l, judge, p);
  CHECK(!heddle_cover_locate_unexplained(l));
  heddle_cover_locate_close(l);
  return run;
}

TEST(cover_locate_names_the_guilty) {
  for (uint64_t seed = 1; seed <= PROGRAMS; seed++) {
    struct rng r = rng_seed(seed);
    struct text t = {0};
    struct program p = {.strength = seed % 2 ? 2 : 3, .faults = 1};
    draw_model(&r, &t, p.strength);
    p.m = heddle_cover_read("m", text_str(&t), t.len, NULL, NULL, NULL);
    struct heddle_cover_options o = {
        .strength = p.strength, .seed = seed, .steps = 2000};
    struct heddle_cover_result result;
    CHECK(p.m && heddle_cover_generate(p.m, &o, NULL, &result));
    size_t params = heddle_cover_params(p.m);
    p.faults = seed > PROGRAMS / 2 ? 2 : 1;
    for (size_t i = 0; i < p.faults; i++)
      p.fault[i] = draw_fault(&r, p.strength, params, &result.tests);
    size_t run = locate(&p, &result.tests, seed);
    CHECK(p.wrong == 0);
    if (p.faults == 1) {
      CHECK(p.named == 1);
      CHECK(run <= 2 * result.tests.count);
    }
    heddle_cover_result_free(&result);
    heddle_cover_free(p.m);
    text_free(&t);
  }
}
