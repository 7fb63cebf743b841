/* cross: the explorer against brute force on the plain interpreter, on
 * thousands of random models.
 *
 *     cross [MODELS [FIRST_SEED]]
 *
 * A model on which they differ is shrunk and printed.  The last line counts
 * models that passed and failed; a kind of finding, a failure or a scheme
 * that never came up counts as a failure too, since then nothing was
 * compared. */
#include <inttypes.h>
#include <stdio.h>

#include "base/rng.h"
#include "brute.h"
#include "compare.h"
#include "explore/strategy.h"
#include "random_model.h"
#include "sets/sets.h"
#include "show.h"
#include "shrink.h"

#if defined(__SANITIZE_ADDRESS__)
enum { MODELS = 600 };
#elif defined(STRESS)
enum { MODELS = 1000 };
#else
enum { MODELS = 1600 };
#endif
enum { STATE_LIMIT = 2000, FAILURES_SHOWN = 3 };

static const struct compare_row rows[] = {
    {"full, breadth first", NULL, false, 1},
    {"full, breadth first, two jobs", NULL, false, 2},
    {"full, depth first", NULL, true, 1},
};

struct tally {
  uint64_t passed, failed, too_large, states, sets;
  uint64_t kinds[FINDING_KINDS], schemes[4], models[RANDOM_KINDS];
  uint64_t failures[FAIL_UNSPECIFIED + 1];
};

static bool agree_row(const struct model *m, const struct brute *b,
                      const struct compare_row *row, struct text *why) {
  struct text how = {0};
  bool same = compare(m, b, row, &how);
  if (!same)
    text_printf(why, "%s:\n%s", row->name, text_str(&how));
  text_free(&how);
  return same;
}

static bool has_sets(const struct model *m) {
  struct text why = {0};
  const bool refuses = sets_refuses(m, &why);
  text_free(&why);
  return !refuses;
}

/* All kinds, or by turns some of them. */
static bool agree_sets(const struct model *m, const struct brute *b,
                       uint64_t seed, struct text *why) {
  struct rng r = rng_seed(seed);
  struct text how = {0};
  const unsigned some =
      (1 + rng_below(&r, EXPLORE_FIND_ALL)) & EXPLORE_FIND_ALL;
  bool same = !has_sets(m) || compare_sets(m, b, seed % 3 ? 0 : some, &how);
  if (!same)
    text_printf(why, "the set of states:\n%s", text_str(&how));
  text_free(&how);
  return same;
}

/* Compares every row, and every strategy there is; on a difference *why
 * names the row. */
static bool agree(const struct model *m, const struct brute *b, uint64_t seed,
                  struct text *why) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!agree_row(m, b, &rows[i], why))
      return false;
  for (size_t i = 0; strategies[i]; i++) {
    struct compare_row row = {strategies[i]->name, strategies[i], false, 1};
    if (strategies[i] != &strategy_full && !agree_row(m, b, &row, why))
      return false;
  }
  return compare_options(m, b, seed, why) && agree_sets(m, b, seed, why);
}

/* For shrinking: does the explorer still differ on this smaller model? */
static bool still_fails(const struct model *m, void *user) {
  uint64_t *seed = user;
  struct text why = {0};
  struct brute *b = brute_explore(m, STATE_LIMIT);
  bool fails = !b->too_large && !agree(m, b, *seed, &why);
  brute_free(b);
  text_free(&why);
  return fails;
}

static void show_failure(const struct model *m, uint64_t seed) {
  struct model *small = shrink(m, still_fails, &seed);
  struct text out = {0};
  struct brute *b = brute_explore(small, STATE_LIMIT);
  text_printf(&out, "seed %" PRIu64 " (%s) failed; shrunk to\n", seed,
              random_kind_names[random_kind_of(seed)]);
  show_model(small, &out);
  text_printf(&out, "which has %zu states; ", b->states.len);
  agree(small, b, seed, &out);
  vec_each(&b->findings, f) {
    text_add(&out, "  brute force: ");
    brute_print_finding(small, f, &out);
    text_char(&out, '\n');
  }
  fputs(text_str(&out), stdout);
  fflush(stdout);
  text_free(&out);
  brute_free(b);
  model_free(small);
}

static void try_seed(struct tally *t, uint64_t seed) {
  struct model *m = random_model(seed);
  struct brute *b = brute_explore(m, STATE_LIMIT);
  if (b->too_large) {
    t->too_large++;
  } else {
    struct text why = {0};
    bool ok = agree(m, b, seed, &why);
    text_free(&why);
    *(ok ? &t->passed : &t->failed) += 1;
    if (!ok && t->failed <= FAILURES_SHOWN)
      show_failure(m, seed);
    t->states += b->states.len;
    t->sets += has_sets(m);
    t->schemes[m->scheme]++;
    t->models[random_kind_of(seed)]++;
    for (int k = 0; k < FINDING_KINDS; k++)
      t->kinds[k] += brute_count(b, (enum finding_kind)k) > 0;
    vec_each(&b->findings, f) t->failures[f->failure]++;
  }
  brute_free(b);
  model_free(m);
}

/* What never came up was not compared. */
static void check_coverage(struct tally *t) {
  bool all = true;
  for (int k = 0; k < FINDING_KINDS; k++) {
    printf("  %-14s in %" PRIu64 " models\n", finding_kind_names[k],
           t->kinds[k]);
    all &= t->kinds[k] > 0 || k == FINDING_LIVENESS || k == FINDING_CIRCLE;
  } /* (these two are for liveness.c) */
  for (int f = FAIL_ASSERT; f <= FAIL_UNSPECIFIED; f++) {
    printf("  %-46s %" PRIu64 " times\n", failure_texts[f], t->failures[f]);
    all &= t->failures[f] > 0;
  }
  for (int k = 0; k < 4; k++)
    all &= t->schemes[k] > 0 && t->models[k] > 0;
  printf("  %" PRIu64 " models as sets\n", t->sets);
  all &= t->sets > t->passed / 3;
  if (!all)
    printf("some kind of finding, scheme or model never came up\n");
  *(all ? &t->passed : &t->failed) += 1;
}

int main(int argc, char **argv) {
  uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : MODELS;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  struct tally t = {0};
  for (uint64_t seed = first; seed < first + count; seed++)
    try_seed(&t, seed);
  printf("seed %" PRIu64 " to %" PRIu64 ": %" PRIu64 " states in all, %" PRIu64
         " models too large\n",
         first, first + count - 1, t.states, t.too_large);
  if (argc < 3)
    check_coverage(&t);
  printf("%" PRIu64 " passed, %" PRIu64 " failed\n", t.passed, t.failed);
  return t.failed ? 1 : 0;
}
