/* random: random models against a brute force that shares no code with
 * src/cover.
 *
 *     cover-random [MODELS [FIRST_SEED]]
 *
 * Negative values, rules with arithmetic, relations, strengths of single
 * parameters, aliases, weights, classes, conditional and computed parameters,
 * names that differ by case, tests to be kept, columns to be carried, base
 * choice, cells in which any value will do, files of other tools; and orders of
 * events (orders.c).  A model on which the two differ is shrunk and printed
 * with its seed.  A feature that never came up counts as a failure too, since
 * then nothing was compared. */
#include <heddle.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "brute.h"
#include "orders.h"
#include "units.h"

#if defined(__SANITIZE_ADDRESS__) || defined(STRESS)
enum { MODELS = 300 };
#else
enum { MODELS = 4000 };
#endif
enum { FAILURES_SHOWN = 5, RESULT_MOST = 4096, KEPT_MOST = 3 };

struct seen { /* models with it, or cells */
  uint64_t negatives, rules, relations, conditional, impossible, classes;
  uint64_t opened, written, read, orders, units;
};

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
  struct seen *seen;
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
      s->seen->opened++;
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

/* --- files ---------------------------------------------------------------- */

/* The model as another tool has it, read again: as many tests are valid. */
static bool differs_in_language(struct subject *s, const char *language) {
  struct text before = {0};
  text_add(&before, text_str(&s->messages));
  char *text = heddle_cover_write(s->m, language);
  text_clear(&s->messages); /* what it has no words for */
  text_add(&s->messages, text_str(&before));
  text_free(&before);
  s->errors = 0;
  if (!text)
    return false; /* nothing can be said: two values with one name */
  s->seen->written++;
  struct heddle_cover_syntax syntax = {.case_sensitive = s->g->case_sensitive};
  struct subject other = {.g = s->g};
  struct heddle_cover *m = heddle_cover_read(language, text, strlen(text),
                                             &syntax, hear, &other);
  uint64_t valid = 0;
  for (int i = 0; i < s->brute.count; i++)
    valid += strcmp(language, "ctwedge") ? 1 : !s->brute.negatives[i];
  bool combined = true;
  for (int p = 0; p < s->g->params; p++)
    combined = combined && (!s->g->param[p].result || strcmp(language, "pict"));
  struct heddle_cover_measure got = {0};
  struct heddle_cover_tests none = {.params = (size_t)s->g->params};
  bool differ = differs(s, "a written model is read", 1, m != NULL) ||
                (combined &&
                 (differs(s, "a written model is counted", 1,
                          heddle_cover_measure(m, &none,
                                               (unsigned)s->g->params, 0, NULL,
                                               NULL, &got)) ||
                  differs(s, "tests of a written model", valid,
                          got.possible)));
  if (differ)
    fprintf(stderr, "%s:\n%s\n", language, text);
  text_free(&other.messages);
  heddle_cover_free(m);
  free(text);
  return differ;
}

static void add_name(struct subject *s, struct rng *r, struct text *t, int p,
                       int v) {
  const struct value_picture *y = &s->g->param[p].values[v];
  if (y->negative)
    text_char(t, '~');
  if (y->is_class && !picture_mentions(s->g, p))
    text_printf(t, "%d", y->number + (int)rng_below(r, CLASS_MORE + 1));
  else if (y->alias && rng_chance(r, 50))
    text_printf(t, "alias%d", v);
  else
    text_add(t, heddle_cover_value(s->m, (size_t)p, (unsigned)v));
}

/* The tests as a file, with a column that is carried along, are the tests. */
static bool differs_in_reading(struct subject *s, struct rng *r) {
  struct text t = {0};
  for (int p = 0; p < s->g->params; p++)
    text_printf(&t, "%s\t", heddle_cover_param(s->m, (size_t)p));
  text_add(&t, "Note\n");
  for (int i = 0; i < s->row_count; i++) {
    for (int p = 0; p < s->g->params; p++) {
      if (s->rows[i][p] < s->g->param[p].level)
        add_name(s, r, &t, p, s->rows[i][p]);
      text_char(&t, '\t');
    }
    text_printf(&t, "note %d\n", i);
  }
  struct heddle_cover_tests got = {0};
  struct heddle_cover_rejected *rejected = NULL;
  size_t bad = 0;
  if (!heddle_cover_carried(s->m))
    heddle_cover_carry(s->m, "Note");
  bool ok = heddle_cover_tests_read(s->m, "tests", text_str(&t), t.len, &got,
                                    &rejected, &bad);
  bool differ = differs(s, "a file of tests is read", 1, ok) ||
                differs(s, "tests of a file", (uint64_t)s->row_count,
                        got.count);
  for (int i = 0; i < s->row_count && !differ; i++) {
    char note[32];
    snprintf(note, sizeof note, "note %d", i);
    differ = differs(s, "carried", 0,
                     (uint64_t)strcmp(note, heddle_cover_carried_text(
                                                s->m, 0, (size_t)i)));
    for (int p = 0; p < s->g->params && !differ; p++) {
      unsigned cell = heddle_cover_cell(&got, (size_t)i, (size_t)p);
      if (cell != HEDDLE_COVER_OPEN || s->rows[i][p] < s->g->param[p].level)
        differ = differs(s, "a cell of a file", s->rows[i][p], cell);
    }
  }
  s->seen->read += (uint64_t)s->row_count;
  free(rejected);
  heddle_cover_tests_free(&got);
  text_free(&t);
  return differ;
}

static bool differs_in_files(struct subject *s, struct rng *r) {
  return differs_in_reading(s, r) || differs_in_language(s, "acts") ||
         differs_in_language(s, "ctwedge") || differs_in_language(s, "pict");
}

/* --- sub-models ----------------------------------------------------------- */

/* Relations as PICT means them: each has its own tuples covered, and what the
 * tests have of them is combined. */
static bool differs_in_units(struct subject *s, uint64_t seed) {
  bool orders = false;
  for (int p = 0; p < s->g->params; p++)
    orders = orders || s->g->param[p].order;
  if (!s->g->relations || s->g->strength != 2 || units_count(s->g) < 2 ||
      orders)
    return false;
  struct heddle_cover_options o = {.strength = 2, .seed = seed, .steps = 100,
                                   .submodels = true};
  struct heddle_cover_result r = {0};
  if (!heddle_cover_generate(s->m, &o, NULL, &r))
    return differs(s, "tests with sub-models", 1, 0);
  take_rows(s, &r.tests);
  uint64_t missing = 0;
  for (int i = 0; i < s->g->relations; i++) {
    struct picture alone = *s->g;
    unsigned members = alone.relation[i].members;
    int most = __builtin_popcount(members);
    alone.relations = 0;
    alone.strength = alone.relation[i].strength ? alone.relation[i].strength
                                                : most < 2 ? most : 2;
    for (int p = 0; p < alone.params; p++) {
      alone.param[p].order = 0;
      alone.param[p].result = !(members >> p & 1);
    }
    struct brute b = s->brute;
    b.g = &alone;
    struct brute_count all =
        brute_count(&b, alone.strength, false,
                    (const uint8_t(*)[PARAMS])s->rows, s->row_count);
    missing += all.possible - all.covered;
  }
  s->seen->units++;
  bool differ = differs_in_rows(s) ||
                differs(s, "tuples of sub-models missing", 0, missing) ||
                differs(s, "sub-models are combined", 1,
                        units_covered(&s->brute,
                                      (const uint8_t(*)[PARAMS])s->rows,
                                      s->row_count)) ||
                differs(s, "verdict", HEDDLE_HOLDS, r.verdict);
  heddle_cover_result_free(&r);
  return differ;
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
                        size_t size, struct seen *seen) {
  static const char *const strategies[] = {"auto", "auto", "ipo", "ipo-ec",
                                           "search", "base"};
  struct subject s = {.g = g, .seen = seen};
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
                         differs_in_files(&s, &rng) ||
                         differs_in_loosened(&s, &rng, &r.tests) ||
                         differs_in_units(&s, seed)
                   : differs_in_contradiction(&s));
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
  struct seen seen;
  for (int nth = 0; picture_shrink(g, nth, &less);)
    if (!less.broken && try_picture(&less, seed, how, size, &seen)) {
      *g = less;
      nth = 0;
    } else {
      nth++;
    }
  try_picture(g, seed, how, size, &seen);
}

static void look(const struct picture *g, struct seen *seen) {
  struct brute b;
  brute_open(&b, g);
  seen->impossible += !b.count;
  brute_close(&b);
  bool negative = false, conditional = false, classes = false;
  for (int p = 0; p < g->params; p++) {
    conditional |= g->param[p].needs >= 0;
    classes |= g->param[p].values[g->param[p].level - 1].is_class;
    for (int v = 0; v < g->param[p].level; v++)
      negative |= g->param[p].values[v].negative;
  }
  seen->negatives += negative && g->rules;
  seen->conditional += conditional;
  seen->classes += classes;
  seen->rules += g->rules > 0;
  seen->relations += g->relations > 0;
}

static bool try_orders(uint64_t seed, struct seen *seen) {
  struct text how = {0};
  bool differ = orders_differ(seed, &how);
  if (differ)
    printf("seed %llu, events: %s\n", (unsigned long long)seed,
           text_str(&how));
  text_free(&how);
  seen->orders++;
  return differ;
}

static bool try_seed(uint64_t seed, bool show, struct seen *seen) {
  struct picture g;
  char how[256];
  picture_draw(&g, seed);
  look(&g, seen);
  bool differ = try_orders(seed, seen);
  if (!try_picture(&g, seed, how, sizeof how, seen))
    return differ;
  if (!show)
    return true;
  shrink(&g, seed, how, sizeof how);
  struct text t = {0};
  picture_print(&g, &t);
  printf("seed %llu, strength %d%s: %s\n%s\n", (unsigned long long)seed,
         g.strength, g.case_sensitive ? ", case counts" : "", how,
         text_str(&t));
  text_free(&t);
  return true;
}

int main(int argc, char **argv) {
  uint64_t models = argc > 1 ? strtoull(argv[1], NULL, 10) : MODELS;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  unsigned passed = 0, failed = 0;
  struct seen seen = {0};
  printf("seeds %llu to %llu\n", (unsigned long long)first,
         (unsigned long long)(first + models - 1));
  for (uint64_t seed = first; seed < first + models; seed++)
    if (try_seed(seed, failed < FAILURES_SHOWN, &seen))
      failed++;
    else
      passed++;
  const uint64_t counts[] = {seen.rules, seen.negatives, seen.relations,
                             seen.conditional, seen.classes, seen.impossible,
                             seen.opened, seen.written, seen.read,
                             seen.orders, seen.units};
  static const char *const of[] = {
      "with rules", "of them with negative values", "with relations",
      "with conditions", "with classes", "impossible",
      "cells in which any value will do", "files of other tools",
      "tests read again", "orders of events", "with sub-models"};
  bool all = true;
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    printf("%s%llu %s", i ? ", " : "", (unsigned long long)counts[i], of[i]);
    all = all && counts[i];
  }
  failed += !all && models >= 100;
  printf("\n%u passed, %u failed\n", passed, failed);
  return failed != 0;
}
