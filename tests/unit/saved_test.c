/* A search that is cut off again and again, saved, and taken up in another
 * process (here: another executor) runs what an uncut one runs: the same runs
 * in the same order, the same counts, the same findings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "exec/model.h"
#include "exec/parallel.h"
#include "lang/lang.h"
#include "model/model.h"
#include "sched/saved.h"
#include "sched/strategy.h"
#include "sittings.h"
#include "test.h"
#include "toy_random.h"

enum { RUNS = 400 }; /* of random and pct, and at most of the others */

static struct executor *open_toys(void *user, size_t workers) {
  struct executor *all[4];
  for (size_t i = 0; i < workers; i++)
    all[i] = toy_executor(user, NULL);
  return workers > 1 ? parallel_executor_open(all, workers, false) : all[0];
}

static const struct sched_options plain = {.preemptions = SCHED_UNBOUNDED,
                                           .delays = SCHED_UNBOUNDED,
                                           .all = true,
                                           .seed = 5,
                                           .depth = 3};

static bool continues(struct toy *t, const struct sched_strategy *row,
                      uint32_t preemptions, struct rng *r) {
  struct sittings s = {open_toys, t, plain, RUNS, 1 + rng_below(r, 60)};
  s.options.strategy = row;
  s.options.preemptions = preemptions;
  return sittings_agree(&s, r);
}

SLOW_TEST(a_search_cut_at_random_places_is_the_search) {
  enum { PROGRAMS = 24 };
  size_t wrong = 0;
  for (unsigned i = 0; i < PROGRAMS; i++) {
    struct rng r = rng_seed(77 + i);
    struct toy t = toy_random(&r, (enum toy_flavour)(i % TOY_FLAVOURS));
    for (size_t k = 0; sched_strategies[k]; k++) {
      uint32_t bound = rng_chance(&r, 25) ? 2 : SCHED_UNBOUNDED;
      if (!continues(&t, sched_strategies[k], bound, &r) && wrong++ < 3)
        printf("program %u, %s\n", i, sched_strategies[k]->name);
    }
  }
  CHECK_EQ(wrong, 0);
}

/* Long enough that batches are extended. */
TEST(a_search_of_thousands_cut_at_random_places_is_the_search) {
  struct toy t = {0};
  for (unsigned p = 0; p < 4; p++)
    for (unsigned m = 0; m < 3; m++) {
      toy_add(&t, p, T_LOCK, p, 0, 0, 0);
      toy_add(&t, p, T_LOCK, (p + 3) % 4, 0, 0, 0);
      toy_add(&t, p, T_UNLOCK, (p + 3) % 4, 0, 0, 0);
      toy_add(&t, p, T_UNLOCK, p, 0, 0, 0);
    }
  struct sittings s = {open_toys, &t, plain, 7000, 900};
  s.options.strategy = &sched_optimal;
  struct rng r = rng_seed(3);
  CHECK(sittings_agree(&s, &r));
}

/* Long runs with many races: learning is left off in the middle. */
TEST(learning_left_off_in_the_middle_is_taken_up) {
  size_t wrong = 0;
  struct toy t = {0};
  for (unsigned th = 0; th < 4; th++)
    for (unsigned i = 0; i < 44; i++) {
      toy_add(&t, th, T_READ, (i + th) % 30, 1, 0, 0);
      toy_add(&t, th, T_WRITE, i % 30, 1, 0, 1);
    }
  for (unsigned i = 0; i < 4; i++) {
    struct rng r = rng_seed(i);
    wrong += !continues(&t, &sched_optimal, SCHED_UNBOUNDED, &r);
    wrong += !continues(&t, &sched_dpor, SCHED_UNBOUNDED, &r);
    wrong += !continues(&t, &sched_flip, SCHED_UNBOUNDED, &r);
  }
  CHECK_EQ(wrong, 0);
}

static struct executor *open_model(void *user, size_t workers) {
  struct executor *all[4];
  for (size_t i = 0; i < workers; i++)
    all[i] = model_executor_open(user, NULL);
  return workers > 1 ? parallel_executor_open(all, workers, false) : all[0];
}

SLOW_TEST(searches_of_models_are_taken_up) {
  static const char *const files[] = {"models/fig51.hed", "models/dining.hed",
                                      "models/rw.hed",
                                      "models/filesystem18.hed"};
  size_t wrong = 0, tried = 0;
  struct rng r = rng_seed(31);
  for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
    test_row("%s", files[i]);
    struct text source = {0};
    struct diag quiet = {0};
    struct lang_options lang = {0};
    if (!text_read_file(&source, files[i]))
      continue;
    struct model *m =
        lang_read(files[i], text_str(&source), source.len, &lang, &quiet);
    /* the row that walks states one by one has 3^36 of them to walk there */
    bool wide = strstr(files[i], "filesystem18");
    for (size_t k = 0; m && sched_strategies[k]; k++) {
      if (wide && sched_strategies[k] == &sched_stateful_naive)
        continue;
      struct sittings s = {open_model, m, plain, RUNS, 40};
      s.options.strategy = sched_strategies[k];
      tried++;
      if (!sittings_agree(&s, &r) && wrong++ < 3)
        printf("%s, %s\n", files[i], sched_strategies[k]->name);
    }
    model_free(m);
    text_free(&source);
  }
  CHECK(tried > 0);
  CHECK_EQ(wrong, 0);
}

static struct toy sample(void) {
  struct rng r = rng_seed(3);
  return toy_random(&r, TOY_MIXED);
}

/* Saved in the middle: some runs ahead of their turn, a batch cut off. */
static void save_sample(struct text *out, const struct sched_strategy *row) {
  struct toy t = sample();
  struct story_so_far w = {0};
  struct sittings s = {open_toys, &t, plain, RUNS, 1};
  s.options.strategy = row;
  sittings_one(&s, 1, 23, 0, &w, out);
}

static bool loads(const char *at, size_t len,
                  const struct sched_strategy *row) {
  struct toy t = sample();
  struct executor *x = toy_executor(&t, NULL);
  struct sched_options o = plain;
  struct sched s;
  o.strategy = row;
  sched_open(&s, x, &o);
  bool ok = sched_load(&s, at, len);
  sched_close(&s);
  x->close(x);
  return ok;
}

TEST(what_is_cut_short_does_not_load) {
  for (size_t k = 0; sched_strategies[k]; k++) {
    struct text saved = {0};
    save_sample(&saved, sched_strategies[k]);
    size_t loaded = 0;
    for (size_t len = 0; len < saved.len; len += 1 + len / 40)
      loaded += loads(saved.at, len, sched_strategies[k]);
    CHECK_EQ(loaded, 0);
    CHECK(loads(saved.at, saved.len, sched_strategies[k]));
    text_free(&saved);
  }
}

TEST(damaged_searches_do_no_harm) {
  struct rng r = rng_seed(9);
  for (size_t k = 0; sched_strategies[k]; k++) {
    struct text saved = {0}, bad = {0};
    save_sample(&saved, sched_strategies[k]);
    for (unsigned i = 0; i < 300; i++) {
      text_clear(&bad);
      text_add_n(&bad, saved.at, saved.len);
      for (unsigned n = 1 + rng_below(&r, 3); n--;)
        bad.at[rng_below(&r, (uint32_t)bad.len)] ^=
            (char)(1 + rng_below(&r, 255));
      loads(bad.at, bad.len, sched_strategies[k]);
    }
    text_free(&saved);
    text_free(&bad);
  }
}
