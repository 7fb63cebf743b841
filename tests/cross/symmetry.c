/* symmetry: states that stand for others, against brute force that knows
 * nothing of it, on random models with arrays of processes.
 *
 *     symmetry [MODELS [FIRST_SEED]]
 *
 * The orbits must add up to the states that there are, ends to the ends; every
 * run must replay (compare.h).  Breadth first and depth first, with one worker
 * and two, and asked for everything or for what need not be told by line. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/diag.h"
#include "brute.h"
#include "compare.h"
#include "explore/strategy.h"
#include "lang/lang.h"
#include "random_alike.h"

#if defined(__SANITIZE_ADDRESS__) || defined(STRESS)
enum { MODELS = 60 };
#else
enum { MODELS = 500 };
#endif
enum { STATE_LIMIT = 2500 };

struct tally {
  uint64_t passed, failed, refused, wrong, too_large, states, stored, ends,
      violated;
};

static void ignore(void *user, enum diag_level level, struct diag_at at,
                   const char *message, const char *hint) {
  (void)level;
  (void)hint;
  if (getenv("SYMMETRY_SHOW"))
    fprintf(stderr, "%u:%u: %s\n%s\n", at.line, at.col, message,
            (const char *)user);
}

static void try_model(struct tally *t, const struct model *m, uint64_t seed,
                      const char *text) {
  unsigned some =
      EXPLORE_FIND_ALL & ~(1u << FINDING_UNEXECUTABLE | 1u << FINDING_ENDLESS);
  struct compare_row row = {"symmetry", &strategy_symmetry, seed % 5 == 0,
                            1 + seed % 2, seed % 3 ? some : 0};
  struct brute *b = brute_explore(m, STATE_LIMIT);
  struct text why = {0};
  struct compared c = {0};
  if (b->too_large) {
    t->too_large++;
  } else if (!compare_row(m, b, &row, &c, &why)) {
    t->failed++;
    if (t->failed <= 3)
      printf("seed %" PRIu64 ", %zu states: %s%s\n", seed, b->states.len,
             text_str(&why), text);
  } else if (!c.applies) {
    t->refused++;
  } else {
    t->passed++;
    t->states += b->states.len;
    t->stored += c.states;
    t->ends += b->blocking > 0;
    t->violated += b->findings.len > 0;
  }
  text_free(&why);
  brute_free(b);
}

static void try_seed(struct tally *t, uint64_t seed) {
  struct text text = {0};
  random_alike(seed, &text);
  struct diag d = {.sink = ignore, .user = (void *)text_str(&text)};
  struct model *m =
      lang_read("random.hed", text_str(&text), text.len, NULL, &d);
  if (m)
    try_model(t, m, seed, text_str(&text));
  else
    t->wrong++;
  model_free(m);
  text_free(&text);
}

int main(int argc, char **argv) {
  uint64_t models = argc > 1 ? strtoull(argv[1], NULL, 10) : MODELS;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  struct tally t = {0};
  for (; t.passed + t.failed < models; seed++)
    try_seed(&t, seed);
  printf("  %" PRIu64 " states are stored for %" PRIu64 "; %" PRIu64
         " models have ends, %" PRIu64 " findings; %" PRIu64
         " refused, %" PRIu64 " too large\n",
         t.stored, t.states, t.ends, t.violated, t.refused, t.too_large);
  bool all =
      t.stored < t.states && t.ends && t.violated && t.refused && !t.wrong;
  if (!all)
    printf("something never came up, or a text is no model (%" PRIu64 ")\n",
           t.wrong),
        t.failed++;
  printf("symmetry: %" PRIu64 " passed, %" PRIu64 " failed\n", t.passed,
         t.failed);
  return t.failed != 0;
}
