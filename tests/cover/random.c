/* random: random models against a brute force that shares no code with
 * src/cover.
 *
 *     cover-random [MODELS [FIRST_SEED]]
 *
 * Negative values, rules with arithmetic, relations, strengths of single
 * parameters, aliases, weights, conditional and computed parameters, names
 * that differ by case, tests to be kept, base choice, cells in which any
 * value will do.  A model on which the two differ is
 * shrunk and printed with its seed.  A feature that never came up counts as a
 * failure too, since then nothing was compared. */
#include <heddle.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "brute.h"

#if defined(__SANITIZE_ADDRESS__) || defined(STRESS)
enum { MODELS = 500 };
#else
enum { MODELS = 10000 };
#endif
enum { FAILURES_SHOWN = 5, RESULT_MOST = 4096, KEPT_MOST = 3 };

/* --- what Heddle says ----------------------------------------------------- */

struct subject {
  const struct picture *g;
  struct brute brute;
  struct text messages; /* every message, a line each */
  unsigned errors;
  struct heddle_cover *m;
  uint8_t (*rows)[PARAMS];
  int row_count;
  char how[256]; /* the difference, or empty */
  uint64_t opened; /* cells in which any value will do */
};

static void hear(void *user, const struct heddle_message *m) {
  struct subject *s = user;
  s->errors += m->error;
  if (!m->error)
    text_printf(&s->messages, "%s\n", m->text);
}

static bool differs(struct subject *s, const char *what, uint64_t ours,
                    uint64_t theirs) {
  if (ours == theirs)
    return false;
  snprintf(s->how, sizeof s->how, "%s: %llu by enumeration, %llu by heddle",
           what, (unsigned long long)ours, (unsigned long long)theirs);
  return true;
}

static void take_rows(struct subject *s, const struct heddle_cover_tests *t) {
  s->row_count = (int)(t->count < RESULT_MOST ? t->count : RESULT_MOST);
  for (int i = 0; i < s->row_count; i++)
    for (int p = 0; p < s->g->params; p++)
      s->rows[i][p] = (uint8_t)heddle_cover_cell(t, (size_t)i, (size_t)p);
}

/* --- comparing ------------------------------------------------------------ */

static bool differs_in_messages(struct subject *s) {
  struct text expected = {0};
  const struct picture *g = s->g;
  for (int p = 0; p < g->params && s->brute.count; p++)
    for (int v = 0; v < g->param[p].level; v++) {
      bool there = false;
      for (int i = 0; i < s->brute.count; i++)
        there = there || s->brute.tests[i][p] == v;
      if (!there)
        text_printf(&expected, "no test can have '%s' = '%s'\n",
                    heddle_cover_param(s->m, (size_t)p),
                    heddle_cover_value(s->m, (size_t)p, (unsigned)v));
    }
  bool differ = strcmp(text_str(&expected), text_str(&s->messages)) != 0;
  if (differ)
    snprintf(s->how, sizeof s->how, "warnings: expected \"%s\", got \"%s\"",
             text_str(&expected), text_str(&s->messages));
  text_free(&expected);
  return differ;
}

/* The rules named exclude the tuple, and each of them is needed for that. */
static bool differs_in_conflict(struct subject *s,
                                const struct heddle_cover_tuple *t) {
  uint8_t fixed[PARAMS];
  memset(fixed, 0xff, sizeof fixed);
  for (size_t i = 0; i < t->size; i++)
    fixed[t->params[i]] = (uint8_t)t->values[i];
  uint32_t *rules = NULL;
  size_t count = 0;
  bool conflict = heddle_cover_conflict(s->m, t, &rules, &count);
  unsigned set = 0;
  for (size_t i = 0; i < count; i++)
    set |= 1u << rules[i];
  bool differ = !conflict || brute_possible(s->g, set, fixed);
  for (size_t i = 0; i < count && !differ; i++)
    differ = !brute_possible(s->g, set & ~(1u << rules[i]), fixed);
  free(rules);
  if (differ)
    snprintf(s->how, sizeof s->how, "conflict: rules %x are not a smallest "
                                    "set that excludes the tuple", set);
  return differ;
}

struct listing {
  struct subject *s;
  uint64_t count;
  bool differ;
};

static bool list(void *user, const struct heddle_cover_tuple *t) {
  struct listing *l = user;
  if (l->count++ < 4) /* the others are only counted */
    l->differ = l->differ || differs_in_conflict(l->s, t);
  return true;
}

static bool differs_in_measure(struct subject *s,
                               struct heddle_cover_tests *tests) {
  int combined = 0;
  for (int p = 0; p < s->g->params; p++)
    combined += !s->g->param[p].result;
  for (int t = 1; t <= 3 && t <= combined; t++) {
    struct brute_count b = brute_count(&s->brute, t, true,
                                       (const uint8_t(*)[PARAMS])s->rows,
                                       s->row_count);
    struct heddle_cover_measure got;
    if (!heddle_cover_measure(s->m, tests, (unsigned)t, 0, NULL, NULL, &got))
      return differs(s, "measure", 1, 0);
    if (differs(s, "measure: possible", b.possible, got.possible) ||
        differs(s, "measure: covered", b.covered, got.covered) ||
        differs(s, "measure: impossible", b.impossible, got.infeasible))
      return true;
    struct listing l = {.s = s};
    if (!heddle_cover_infeasible(s->m, (unsigned)t, 0, list, &l))
      return differs(s, "infeasible", 1, 0);
    if (l.differ || differs(s, "listed as impossible", b.impossible, l.count))
      return true;
  }
  return false;
}

static bool differs_in_rows(struct subject *s) {
  for (int i = 0; i < s->row_count; i++) {
    if (brute_negatives(s->g, s->rows[i]) > 1)
      return differs(s, "negative values in a test", 1, 2);
    for (int p = 0; p < s->g->params; p++)
      if (s->rows[i][p] >= picture_levels(s->g, p))
        return differs(s, "an open cell in test", 0, (uint64_t)i + 1);
    if (!brute_meets(s->g, s->rows[i], ~0u))
      return differs(s, "a rule is broken by test", 0, (uint64_t)i + 1);
  }
  return false;
}

/* The kept tests are the first of their kind, closed where they were open. */
static bool differs_in_kept(struct subject *s,
                            const struct heddle_cover_tests *keep,
                            const struct heddle_cover_result *r) {
  if (differs(s, "kept", keep->count, r->kept))
    return true;
  for (size_t i = 0; i < keep->count; i++) {
    bool found = false;
    for (int k = 0; k < s->row_count && !found; k++) {
      found = true;
      for (int p = 0; p < s->g->params; p++) {
        unsigned cell = heddle_cover_cell(keep, i, (size_t)p);
        found = found && (cell == HEDDLE_COVER_OPEN || cell == s->rows[k][p]);
      }
    }
    if (!found)
      return differs(s, "a test that was to be kept is gone", 0, i + 1);
  }
  return false;
}

/* Open cells of --dont-care: whatever is put into them that is not negative,
 * every test is valid and as much is covered. */
static bool differs_in_loosened(struct subject *s, struct rng *r,
                                struct heddle_cover_tests *tests) {
  struct brute_count before = brute_count(&s->brute, s->g->strength, false,
                                          (const uint8_t(*)[PARAMS])s->rows,
                                          s->row_count);
  if (!heddle_cover_loosen(s->m, tests, (unsigned)s->g->strength, 0))
    return differs(s, "loosen", 1, 0);
  take_rows(s, tests);
  for (int i = 0; i < s->row_count; i++)
    for (int p = 0; p < s->g->params; p++) {
      const struct param_picture *x = &s->g->param[p];
      if (heddle_cover_cell(tests, (size_t)i, (size_t)p) != HEDDLE_COVER_OPEN)
        continue;
      s->opened++;
      do
        s->rows[i][p] = (uint8_t)rng_below(r, (uint32_t)x->level);
      while (x->values[s->rows[i][p]].negative);
    }
  struct brute_count after = brute_count(&s->brute, s->g->strength, false,
                                         (const uint8_t(*)[PARAMS])s->rows,
                                         s->row_count);
  return differs_in_rows(s) ||
         differs(s, "covered with open cells filled", before.covered,
                 after.covered);
}

static bool differs_in_result(struct subject *s,
                              const struct heddle_cover_tests *keep,
                              struct heddle_cover_result *r) {
  take_rows(s, &r->tests);
  if (differs_in_messages(s) || differs_in_rows(s) ||
      differs_in_kept(s, keep, r))
    return true;
  struct brute_count b = brute_count(&s->brute, s->g->strength, false,
                                     (const uint8_t(*)[PARAMS])s->rows,
                                     s->row_count);
  return differs(s, "possible", b.possible, r->tuples) ||
         differs(s, "covered", b.possible, b.covered) ||
         differs(s, "impossible", b.impossible, r->infeasible) ||
         differs(s, "verdict", HEDDLE_HOLDS, r->verdict) ||
         differs(s, "the bound is below the size", 1,
                 r->bound <= r->tests.count) ||
         differs_in_measure(s, &r->tests);
}

static void draw_kept(struct subject *s, struct rng *r,
                      struct heddle_cover_tests *keep) {
  keep->params = (size_t)s->g->params;
  keep->cells = calloc(KEPT_MOST * PARAMS, sizeof *keep->cells);
  keep->count = s->brute.count && rng_chance(r, 30) ? rng_below(r, KEPT_MOST)
                                                    : 0;
  for (size_t i = 0; i < keep->count; i++) {
    uint32_t pick = rng_below(r, (uint32_t)s->brute.count);
    for (int p = 0; p < s->g->params; p++)
      keep->cells[i * keep->params + (size_t)p] =
          rng_chance(r, 40) ? (uint16_t)HEDDLE_COVER_OPEN
                            : s->brute.tests[pick][p];
  }
}

static bool differs_in_contradiction(struct subject *s) {
  struct heddle_cover_tuple none = {0};
  return differs(s, "errors", 1, s->errors > 0) ||
         differs_in_conflict(s, &none);
}

/* True when the two differ; how they do is in s->how. */
static bool try_picture(const struct picture *g, uint64_t seed, char *how,
                        size_t size, uint64_t *opened) {
  static const char *const strategies[] = {"auto", "auto", "ipo", "ipo-ec",
                                           "search", "base"};
  struct subject s = {.g = g};
  struct rng rng = rng_seed(seed ^ 0x5eed);
  struct text text = {0};
  picture_print(g, &text);
  struct heddle_cover_syntax syntax = {.case_sensitive = g->case_sensitive};
  brute_open(&s.brute, g);
  s.rows = calloc(RESULT_MOST, sizeof *s.rows);
  s.m = heddle_cover_read("random", text_str(&text), text.len, &syntax, hear,
                          &s);
  struct heddle_cover_tests keep = {0};
  draw_kept(&s, &rng, &keep);
  bool differ = !s.m && differs(&s, "the model is read", 1, 0);
  if (s.m) {
    struct heddle_cover_options o = {
        .strength = (unsigned)g->strength, .seed = seed,
        .steps = rng_chance(&rng, 50) ? 200 : 1,
        .strategy = strategies[rng_below(&rng, 6)]};
    struct heddle_cover_result r = {0};
    bool made = heddle_cover_generate(s.m, &o, keep.count ? &keep : NULL, &r);
    differ = differs(&s, "there are tests", s.brute.count > 0, made) ||
             (made ? differs_in_result(&s, &keep, &r) ||
                         differs_in_loosened(&s, &rng, &r.tests)
                   : differs_in_contradiction(&s));
    *opened += s.opened;
    heddle_cover_result_free(&r);
  }
  snprintf(how, size, "%s", s.how);
  heddle_cover_tests_free(&keep);
  heddle_cover_free(s.m);
  brute_close(&s.brute);
  text_free(&s.messages);
  text_free(&text);
  free(s.rows);
  return differ;
}

/* --- the command ---------------------------------------------------------- */

static void shrink(struct picture *g, uint64_t seed, char *how, size_t size) {
  struct picture less;
  uint64_t opened;
  for (int nth = 0; picture_shrink(g, nth, &less);)
    if (!less.broken && try_picture(&less, seed, how, size, &opened)) {
      *g = less;
      nth = 0;
    } else {
      nth++;
    }
  try_picture(g, seed, how, size, &opened);
}

struct seen {
  unsigned negatives, rules, relations, conditional, impossible;
};

static void look(const struct picture *g, struct seen *seen) {
  struct brute b;
  brute_open(&b, g);
  seen->impossible += !b.count;
  brute_close(&b);
  bool negative = false, conditional = false;
  for (int p = 0; p < g->params; p++) {
    conditional |= g->param[p].needs >= 0;
    for (int v = 0; v < g->param[p].level; v++)
      negative |= g->param[p].values[v].negative;
  }
  seen->negatives += negative && g->rules;
  seen->conditional += conditional;
  seen->rules += g->rules > 0;
  seen->relations += g->relations > 0;
}

int main(int argc, char **argv) {
  uint64_t models = argc > 1 ? strtoull(argv[1], NULL, 10) : MODELS;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  unsigned passed = 0, failed = 0;
  struct seen seen = {0};
  uint64_t opened = 0;
  printf("seeds %llu to %llu\n", (unsigned long long)first,
         (unsigned long long)(first + models - 1));
  for (uint64_t seed = first; seed < first + models; seed++) {
    struct picture g;
    char how[256];
    picture_draw(&g, seed);
    look(&g, &seen);
    if (!try_picture(&g, seed, how, sizeof how, &opened)) {
      passed++;
      continue;
    }
    if (++failed > FAILURES_SHOWN)
      continue;
    shrink(&g, seed, how, sizeof how);
    struct text t = {0};
    picture_print(&g, &t);
    printf("seed %llu, strength %d%s: %s\n%s\n", (unsigned long long)seed,
           g.strength, g.case_sensitive ? ", case counts" : "", how,
           text_str(&t));
    text_free(&t);
  }
  printf("%u with rules, %u of them with negative values, %u with relations, "
         "%u with conditions, %u impossible; in %llu cells any value will do\n",
         seen.rules, seen.negatives, seen.relations, seen.conditional,
         seen.impossible, (unsigned long long)opened);
  bool all = models < 100 || (opened && seen.negatives && seen.relations &&
                              seen.conditional && seen.impossible);
  failed += !all;
  printf("%u passed, %u failed\n", passed, failed);
  return failed != 0;
}
