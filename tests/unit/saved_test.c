/* A search that is cut off again and again, saved, and taken up in another
 * process (here: another executor) runs what an uncut one runs: the same runs
 * in the same order, the same counts, the same findings. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/text.h"
#include "exec/parallel.h"
#include "sched/saved.h"
#include "sched/strategy.h"
#include "test.h"
#include "toy_random.h"

enum { RUNS = 400 }; /* of random and pct, and at most of the others */

/* What a search did; the order of runs is part of it. */
struct story {
  uint64_t runs, hash, findings;
  struct sched_stats stats;
  bool finished;
  /* stop after this many runs of one sitting, by Ctrl-C */
  uint64_t patience;
  volatile sig_atomic_t stop;
};

static void watch(void *user, const struct batch *b, uint32_t i) {
  struct story *w = user;
  const struct run *r = &b->runs[i];
  for (uint32_t k = 0; k < r->events_len; k++) {
    const struct event *e = &b->events[r->events + k];
    w->hash = hash_pair(w->hash, e->thread * 65536u + e->kind * 256u + e->alt +
                                     (e->object << 24));
  }
  w->hash = hash_pair(w->hash, r->end);
  w->runs++;
  if (w->patience && !--w->patience)
    w->stop = 1;
}

static struct executor *open_toys(const struct toy *t, size_t workers) {
  struct executor *all[4];
  for (size_t i = 0; i < workers; i++)
    all[i] = toy_executor(t, NULL);
  return workers > 1 ? parallel_executor_open(all, workers) : all[0];
}

static void note_end(struct story *w, const struct sched *s) {
  w->stats = s->stats;
  w->stats.bytes = 0; /* of capacities, which may differ */
  w->finished = s->finished;
  w->findings = s->findings.len;
  vec_each(&s->findings, f) {
    w->findings = hash_pair(w->findings, f->kind * 256u + f->thread);
    w->findings = hash_pair(w->findings, f->execution << 32 | f->count);
    w->findings = hash_pair(
        w->findings, hash_bytes(f->choices, f->choices_len * sizeof(choice)));
  }
}

/* One sitting; what is left of it goes to `saved`. */
static bool sit(const struct toy *t, size_t workers, struct sched_options o,
                struct story *w, struct text *saved) {
  struct executor *x = open_toys(t, workers);
  struct sched s;
  struct progress p = {.stop = &w->stop};
  o.watch = watch;
  o.watch_user = w;
  w->stop = 0;
  sched_open(&s, x, &o);
  bool ok = !saved->len || sched_load(&s, saved->at, saved->len);
  if (ok)
    sched_run(&s, &p);
  ok = ok && s.verdict != SCHED_BROKEN;
  CHECK(ok);
  text_clear(saved);
  sched_save(&s, saved);
  note_end(w, &s);
  bool bound = s.reason && !strcmp(s.reason, "bound");
  bool more = ok && !s.finished && !bound && s.stats.executions < RUNS;
  sched_close(&s);
  x->close(x);
  return more;
}

static bool same(const struct story *a, const struct story *b) {
  return a->runs == b->runs && a->hash == b->hash &&
         a->findings == b->findings && a->finished == b->finished &&
         !memcmp(&a->stats, &b->stats, sizeof a->stats);
}

static const struct sched_options plain = {.preemptions = SCHED_UNBOUNDED,
                                           .delays = SCHED_UNBOUNDED,
                                           .all = true,
                                           .seed = 5,
                                           .depth = 3};

/* Whether a search cut at random places is the uncut one. */
static bool continues(const struct toy *t, const struct sched_strategy *row,
                      uint32_t preemptions, struct rng *r) {
  struct story whole = {0}, parts = {0};
  struct text saved = {0};
  struct sched_options o = plain;
  o.strategy = row;
  o.preemptions = preemptions;
  o.runs = RUNS;
  sit(t, 1 + rng_below(r, 2), o, &whole, &saved);
  text_clear(&saved);
  unsigned longest = 1 + rng_below(r, 60);
  for (bool more = true; more;) {
    uint64_t left = RUNS - parts.runs, now = 1 + rng_below(r, longest);
    bool interrupted = rng_chance(r, 50) && now < left;
    o.runs = interrupted || now > left ? left : now;
    parts.patience = interrupted ? now : 0;
    more = sit(t, 1 + rng_below(r, 2), o, &parts, &saved);
  }
  text_free(&saved);
  return same(&whole, &parts);
}

TEST(a_search_cut_at_random_places_is_the_search) {
  enum { PROGRAMS = 160 };
  size_t wrong = 0;
  for (unsigned i = 0; i < PROGRAMS; i++) {
    struct rng r = rng_seed(77 + i);
    struct toy t = random_toy(&r, (enum flavour)(i % FLAVOURS));
    for (size_t k = 0; sched_strategies[k]; k++) {
      uint32_t bound = rng_chance(&r, 25) ? 2 : SCHED_UNBOUNDED;
      if (!continues(&t, sched_strategies[k], bound, &r) && wrong++ < 3)
        printf("program %u, %s\n", i, sched_strategies[k]->name);
    }
  }
  CHECK_EQ(wrong, 0);
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
  }
  CHECK_EQ(wrong, 0);
}

/* Saved in the middle: some runs ahead of their turn, a batch cut off. */
static void save_sample(struct text *out, const struct sched_strategy *row) {
  struct rng r = rng_seed(3);
  struct toy t = random_toy(&r, MIXED);
  struct story w = {0};
  struct sched_options o = plain;
  o.strategy = row;
  o.runs = 23;
  sit(&t, 1, o, &w, out);
}

static void load_damaged(const struct text *saved,
                         const struct sched_strategy *row) {
  struct rng r = rng_seed(3);
  struct toy t = random_toy(&r, MIXED);
  struct executor *x = toy_executor(&t, NULL);
  struct sched_options o = plain;
  struct sched s;
  o.strategy = row;
  sched_open(&s, x, &o);
  sched_load(&s, saved->at, saved->len);
  sched_close(&s);
  x->close(x);
}

TEST(what_is_cut_short_does_not_load) {
  for (size_t k = 0; sched_strategies[k]; k++) {
    struct text saved = {0};
    save_sample(&saved, sched_strategies[k]);
    size_t loaded = 0;
    for (size_t len = 0; len < saved.len; len += 1 + len / 40) {
      struct rng r = rng_seed(3);
      struct toy t = random_toy(&r, MIXED);
      struct executor *x = toy_executor(&t, NULL);
      struct sched_options o = plain;
      struct sched s;
      o.strategy = sched_strategies[k];
      sched_open(&s, x, &o);
      loaded += sched_load(&s, saved.at, len);
      sched_close(&s);
      x->close(x);
    }
    CHECK_EQ(loaded, 0);
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
        bad.at[rng_below(&r, (uint32_t)bad.len)] ^= (char)(1 + rng_below(&r, 255));
      load_damaged(&bad, sched_strategies[k]);
    }
    text_free(&saved);
    text_free(&bad);
  }
}
