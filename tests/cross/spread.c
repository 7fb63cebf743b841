/* spread: searches by several ranks against those by one process.
 *
 *     spread [MODELS [FIRST_SEED]]
 *
 * On random models, with 1, 2, 3, 4 and 8 ranks (threads of this process:
 * ranks_threads), each with one to three workers, and with every strategy that
 * is not refused: the figures, the findings in their order, and every step of
 * every run must be the same; and what all ranks say must be the same.  So must
 * those of a search that is saved, cut off again and again, and goes on with
 * another number of ranks each time. */
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/diag.h"
#include "explore/spread.h"
#include "explore/strategy.h"
#include "lang/lang.h"
#include "random_alike.h"
#include "random_model.h"
#include "random_system.h"
#include "ranks/ranks.h"
#include "same.h"

#if defined(__SANITIZE_ADDRESS__) || defined(STRESS)
enum { MODELS = 40 };
#else
enum { MODELS = 120 };
#endif
enum { STATE_LIMIT = 20000, RANKS_MOST = 8 };

struct tally {
  uint64_t passed, failed, refused, too_large, findings, states, cuts;
};

static char folder[64]; /* for searches that are cut off */

struct job { /* of one rank */
  const struct model *m;
  struct explore_options o;
  struct explore_result *r;
};

static void *search(void *arg) {
  struct job *j = arg;
  j->r = explore(j->m, &j->o);
  ranks_close(j->o.ranks);
  return NULL;
}

static void search_all(const struct model *m, const struct explore_options *o,
                       unsigned count, struct job *jobs) {
  struct ranks *ranks[RANKS_MOST];
  pthread_t threads[RANKS_MOST];
  ranks_threads(ranks, count);
  for (unsigned i = 0; i < count; i++) {
    jobs[i] = (struct job){.m = m, .o = *o};
    jobs[i].o.ranks = ranks[i];
    pthread_create(&threads[i], NULL, search, &jobs[i]);
  }
  for (unsigned i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
}

/* NULL, or how they differ. */
static const char *together(const struct model *m,
                            const struct explore_options *o, unsigned count,
                            const struct explore_result *wanted) {
  struct job jobs[RANKS_MOST];
  search_all(m, o, count, jobs);
  const char *where = results_differ(wanted, jobs[0].r);
  for (unsigned i = 0; i < count; i++) {
    if (!where && (jobs[i].r->verdict != wanted->verdict ||
                   jobs[i].r->stats.states != wanted->stats.states))
      where = "ranks say different things";
    if (!where && jobs[i].r->stats.ranks != count)
      where = "number of ranks";
    explore_result_free(jobs[i].r);
  }
  return where;
}

/* Cut off again and again, it goes on with another number of ranks each time. */
static const char *go_on(struct tally *t, const struct model *m,
                         struct explore_options o, uint64_t seed,
                         const struct explore_result *wanted) {
  struct explore_saving saving = {.folder = folder,
                                  .every = seed % 2 ? 1e-9 : 1000};
  struct job jobs[RANKS_MOST];
  uint64_t step = 1 + wanted->stats.states / 7;
  const char *where = NULL;
  bool over = false;
  o.saving = &saving;
  for (o.states = step; !over && !where; o.states += step) {
    unsigned count = 1 + (unsigned)((seed + o.states / step) % 5);
    search_all(m, &o, count, jobs);
    const struct explore_result *r = jobs[0].r;
    over = r->stopped != STOP_STATES;
    where = r->disk.len ? "cut off: a file"
            : over      ? results_differ(wanted, r)
                        : NULL;
    if (where && r->disk.len)
      printf("%s\n", text_str(&r->disk));
    saving.resume = true;
    t->cuts += !over;
    for (unsigned i = 0; i < count; i++)
      explore_result_free(jobs[i].r);
  }
  if (!where && rmdir(folder))
    where = "files are left";
  return where;
}

static const struct strategy *some_strategy(const struct model *m,
                                            unsigned find, uint64_t seed) {
  unsigned count = 0;
  while (strategies[count])
    count++;
  const struct strategy *s =
      seed % 2 ? &strategy_symmetry : strategies[seed / 2 % count];
  struct text why = {0};
  void *self = !s->sleeps ? s->open(m, find, &why) : NULL;
  if (self)
    s->close(self);
  text_free(&why);
  return self ? s : &strategy_full;
}

static void try_model(struct tally *t, const struct model *m, uint64_t seed) {
  static const unsigned counts[] = {1, 2, 3, 4, 8};
  struct explore_options o = {.jobs = 1};
  struct text why = {0};
  o.find = EXPLORE_FIND_ALL & ~LOST_WITHOUT_STATES;
  o.strategy = some_strategy(m, o.find, seed);
  o.depth = seed % 7 == 6 ? 5 : 0;
  o.findings_kept = seed % 5 == 4 ? 2 : 0;
  struct explore_result *wanted = explore(m, &o);
  if (spread_refuses(m, &o, &why)) {
    t->refused++;
  } else {
    t->findings += wanted->findings.len;
    t->states += wanted->stats.states;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
      o.jobs = 1 + (unsigned)((seed + i) % 3);
      const char *where = together(m, &o, counts[i], wanted);
      t->passed += !where;
      if (where && t->failed++ < 3)
        printf("seed %" PRIu64 ", %s, %u ranks with %u workers: %s\n", seed,
               o.strategy->name, counts[i], o.jobs, where);
    }
    const char *where = go_on(t, m, o, seed, wanted);
    t->passed += !where;
    if (where && t->failed++ < 3)
      printf("seed %" PRIu64 ", %s, cut off: %s\n", seed, o.strategy->name,
             where);
  }
  explore_result_free(wanted);
  text_free(&why);
}

static void ignore(void *user, enum diag_level level, struct diag_at at,
                   const char *message, const char *hint) {
  (void)user, (void)level, (void)at, (void)message, (void)hint;
}

static struct model *alike(uint64_t seed) {
  struct text text = {0};
  struct diag d = {.sink = ignore};
  random_alike(seed, &text);
  struct model *m =
      lang_read("random.hed", text_str(&text), text.len, NULL, &d);
  text_free(&text);
  return m;
}

static void try_seed(struct tally *t, uint64_t seed) {
  struct model *m = seed % 3 == 0   ? random_system(seed)
                    : seed % 3 == 1 ? random_model(seed)
                                    : alike(seed);
  if (!m) /* one of a text that is none */
    return;
  struct explore_options o = {.states = STATE_LIMIT, .jobs = 1};
  struct explore_result *r = explore(m, &o);
  bool small = r->stopped != STOP_STATES;
  explore_result_free(r);
  if (small)
    try_model(t, m, seed);
  else
    t->too_large++;
  model_free(m);
}

int main(int argc, char **argv) {
  uint64_t models = argc > 1 ? strtoull(argv[1], NULL, 10) : MODELS;
  uint64_t seed = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
  struct tally t = {0};
  const char *base = access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm";
  snprintf(folder, sizeof folder, "%s/spread-%d", base, (int)getpid());
  for (uint64_t i = 0; i < models && t.failed < 4; i++)
    try_seed(&t, seed + i);
  printf("  %" PRIu64 " states, %" PRIu64 " findings told alike, %" PRIu64
         " times cut off; %" PRIu64 " not for ranks, %" PRIu64 " too large\n",
         t.states, t.findings, t.cuts, t.refused, t.too_large);
  if (!t.findings || !t.states || !t.cuts)
    t.failed++;
  printf("spread: %" PRIu64 " passed, %" PRIu64 " failed\n", t.passed,
         t.failed);
  return t.failed != 0;
}
