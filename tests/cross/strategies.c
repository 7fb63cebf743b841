/* strategies: every row of the table against brute force, on thousands of
 * random systems.
 *
 *     strategies [SYSTEMS [FIRST_SEED]]
 *
 * What a row says it preserves must come out exactly, whichever part of it
 * is asked for; every run must replay.  A system on which a row fails is
 * shrunk and printed.  A row that never applied, never left out a state or a
 * transition, or was never asked for a kind that was there counts as failed:
 * then nothing was compared. */
#include <inttypes.h>
#include <stdio.h>

#include "base/rng.h"
#include "brute.h"
#include "compare.h"
#include "explore/strategy.h"
#include "random_model.h"
#include "random_system.h"
#include "show.h"
#include "shrink.h"

#if defined(__SANITIZE_ADDRESS__)
enum { SYSTEMS = 1200 };
#elif defined(STRESS)
enum { SYSTEMS = 2000 };
#else
enum { SYSTEMS = 2000 };
#endif
enum { STATE_LIMIT = 1500, FAILURES_SHOWN = 3, ROWS_MAX = 32 };

struct tally {
  uint64_t applied[ROWS_MAX], reduced[ROWS_MAX], missed[ROWS_MAX];
  uint64_t kinds[ROWS_MAX][FINDING_KINDS]; /* were there to be found */
  double share[ROWS_MAX];                  /* sum of states / full states */
  uint64_t passed, failed, too_large, states;
};

struct failing {
  const struct strategy *strategy;
  unsigned find, jobs;
  bool depth_first;
};

/* One row, asked for these kinds. */
static bool agree(const struct model *m, const struct brute *b,
                  const struct failing *f, struct compared *c,
                  struct text *why) {
  struct compare_row row = {f->strategy->name, f->strategy, f->depth_first,
                            f->jobs, f->find};
  return compare_row(m, b, &row, c, why);
}

static bool still_fails(const struct model *m, void *user) {
  struct text why = {0};
  struct compared c;
  struct brute *b = brute_explore(m, STATE_LIMIT);
  bool fails = !b->too_large && !agree(m, b, user, &c, &why);
  brute_free(b);
  text_free(&why);
  return fails;
}

static void show_failure(const struct model *m, uint64_t seed,
                         struct failing *f) {
  struct model *small = shrink(m, still_fails, f);
  struct brute *b = brute_explore(small, STATE_LIMIT);
  struct text out = {0};
  struct compared c;
  text_printf(&out, "seed %" PRIu64 ": %s fails, asked for", seed,
              f->strategy->name);
  for (int k = 0; k < FINDING_KINDS; k++)
    if (f->find >> k & 1)
      text_printf(&out, " %s", finding_kind_names[k]);
  text_add(&out, "; shrunk to\n");
  show_model(small, &out);
  text_printf(&out, "which has %zu states; ", b->states.len);
  agree(small, b, f, &c, &out);
  vec_each(&b->findings, x) {
    text_add(&out, "  brute force: ");
    brute_print_finding(small, x, &out);
    text_char(&out, '\n');
  }
  fputs(text_str(&out), stdout);
  fflush(stdout);
  text_free(&out);
  brute_free(b);
  model_free(small);
}

/* Deadlocks and blocking states alone, all it preserves, or some of it. */
static unsigned asked(const struct strategy *s, struct rng *r) {
  unsigned ends = 1u << FINDING_DEADLOCK | 1u << FINDING_BLOCKING;
  unsigned all = s->preserves & EXPLORE_FIND_ALL; /* circles: liveness.c */
  unsigned some = (unsigned)rng_next(r) & all;
  switch (rng_below(r, 3)) {
  case 0:
    return s->preserves & ends;
  case 1:
    return some ? some : all;
  default:
    return all;
  }
}

static void try_row(struct tally *t, const struct model *m,
                    const struct brute *b, size_t i, uint64_t seed,
                    struct failing *f) {
  struct text why = {0};
  struct compared c = {0};
  bool ok = agree(m, b, f, &c, &why);
  if (c.applies) {
    t->applied[i]++;
    t->reduced[i] += c.states < b->states.len || c.transitions < b->transitions;
    t->missed[i] += c.missed;
    t->share[i] += (double)c.states / (double)b->states.len;
    for (int k = 0; k < FINDING_KINDS; k++)
      t->kinds[i][k] +=
          f->find >> k & 1 && brute_count(b, (enum finding_kind)k) > 0;
    *(ok ? &t->passed : &t->failed) += 1;
  }
  if (!ok && t->failed <= FAILURES_SHOWN)
    show_failure(m, seed, f);
  text_free(&why);
}

/* Which sets a state is met with depends on the manner of search, so rows that
 * keep them are tried in both. */
static void try_manners(struct tally *t, const struct model *m,
                        const struct brute *b, size_t i, uint64_t seed) {
  struct rng r = rng_seed(seed * 31 + i);
  struct failing f = {.strategy = strategies[i], .jobs = 1};
  f.find = asked(f.strategy, &r);
  f.jobs = 1 + rng_chance(&r, 10);
  f.depth_first = rng_chance(&r, 10);
  try_row(t, m, b, i, seed, &f);
  f.depth_first ^= 1;
  if (f.strategy->sleeps)
    try_row(t, m, b, i, seed, &f);
}

static void try_model(struct tally *t, struct model *m, uint64_t seed) {
  struct brute *b = brute_explore(m, STATE_LIMIT);
  if (b->too_large) {
    t->too_large++;
  } else {
    t->states += b->states.len;
    for (size_t i = 0; strategies[i]; i++)
      if (!strategies[i]->fold) /* symmetry.c */
        try_manners(t, m, b, i, seed);
  }
  brute_free(b);
  model_free(m);
}

/* What never came up was not compared. */
static bool covered(const struct tally *t, size_t i) {
  const struct strategy *s = strategies[i];
  bool all = t->applied[i] > 0;
  if (s == &strategy_full)
    return all;
  all &= t->reduced[i] > 0;
  for (int k = 0; k < FINDING_KINDS; k++)
    all &= !(s->preserves >> k & 1) || t->kinds[i][k] > 0;
  return all;
}

static void report(struct tally *t, bool all) {
  for (size_t i = 0; strategies[i]; i++) {
    if (strategies[i]->fold)
      continue;
    printf("  %-12s applied %6" PRIu64 "  reduced %6" PRIu64
           "  states left %5.1f %%  missed something in %" PRIu64 "\n",
           strategies[i]->name, t->applied[i], t->reduced[i],
           t->applied[i] ? 100 * t->share[i] / (double)t->applied[i] : 0,
           t->missed[i]);
    if (!all)
      continue;
    bool ok = covered(t, i);
    if (!ok)
      printf("  %s was never put to the test\n", strategies[i]->name);
    *(ok ? &t->passed : &t->failed) += 1;
  }
}

int main(int argc, char **argv) {
  uint64_t count = argc > 1 ? strtoull(argv[1], NULL, 10) : SYSTEMS;
  uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  struct tally t = {0};
  for (uint64_t seed = first; seed < first + count; seed++)
    try_model(&t, seed % 6 ? random_system(seed) : random_model(seed), seed);
  printf("seed %" PRIu64 " to %" PRIu64 ": %" PRIu64 " states in all, %" PRIu64
         " systems too large\n",
         first, first + count - 1, t.states, t.too_large);
  report(&t, argc < 3);
  printf("%" PRIu64 " passed, %" PRIu64 " failed\n", t.passed, t.failed);
  return t.failed ? 1 : 0;
}
