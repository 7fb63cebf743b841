/* bench/ranks: what ranks cost each other, in figures that a prediction can be
 * made of (bench/ranks-predict).
 *
 *     mpirun -n 2 ranks talk            seconds of a meeting, bytes a second
 *     ranks levels RANKS MODEL [N=V]    how even the levels of a model are dealt
 *
 * talk uses the calls that the search uses.  levels is that search itself, by
 * threads of one process: so whose a state is is what it would be on as many
 * machines. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/diag.h"
#include "explore/explore.h"
#include "explore/strategy.h"
#include "lang/lang.h"
#include "ranks/ranks.h"
#include "read/reader.h"

/* The least of many: the machine may be busy. */
static double meeting(struct ranks *r) {
  enum { TIMES = 20000 };
  struct ranks_all all = {0};
  double least = 1;
  uint64_t word[5] = {0};
  for (unsigned i = 0; i < TIMES; i++) {
    const double from = clock_wall();
    ranks_share(r, word, sizeof word, &all);
    const double took = clock_wall() - from;
    least = took < least ? took : least;
  }
  ranks_all_free(&all);
  return least;
}

static double bandwidth(struct ranks *r, size_t size) {
  enum { TIMES = 200 };
  struct bytes *out = alloc_zero(r->count, sizeof *out);
  struct bytes *in = alloc_zero(r->count, sizeof *in);
  double least = 1000;
  for (unsigned i = 0; i < r->count; i++)
    if (i != r->rank)
      memset(bytes_more(&out[i], size), 1, size);
  for (unsigned i = 0; i < TIMES; i++) {
    const double from = clock_wall();
    ranks_exchange(r, out, in);
    const double took = clock_wall() - from;
    least = took < least ? took : least;
  }
  for (unsigned i = 0; i < r->count; i++) {
    bytes_free(&out[i]);
    bytes_free(&in[i]);
  }
  free(out);
  free(in);
  return (double)size * (r->count - 1) / least;
}

static int talk(void) {
  struct text why = {0};
  struct ranks *r = ranks_open(&why);
  if (!r) {
    fprintf(stderr, "%s\n", text_str(&why));
    return 1;
  }
  const double seconds = meeting(r);
  const double bytes = bandwidth(r, 1 << 20);
  if (!r->rank)
    printf("ranks %u meeting %.3g bandwidth %.3g\n", r->count, seconds, bytes);
  ranks_close(r);
  return 0;
}

struct job {
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

static void levels(const struct model *m, unsigned count) {
  struct ranks **ranks = alloc_zero(count, sizeof *ranks);
  struct job *jobs = alloc_zero(count, sizeof *jobs);
  pthread_t *threads = alloc_zero(count, sizeof *threads);
  pthread_attr_t small;
  pthread_attr_init(&small);
  pthread_attr_setstacksize(&small, 1 << 20);
  ranks_threads(ranks, count);
  for (unsigned i = 0; i < count; i++) {
    jobs[i] = (struct job){.m = m,
                           .o = {.strategy = &strategy_full,
                                 .find = 1u << FINDING_DEADLOCK,
                                 .jobs = 1,
                                 .ranks = ranks[i]}};
    if (pthread_create(&threads[i], &small, search, &jobs[i]))
      exit(1);
  }
  for (unsigned i = 0; i < count; i++)
    pthread_join(threads[i], NULL);
  const struct explore_stats *st = &jobs[0].r->stats;
  printf("ranks %u states %llu even %.0f most %llu sent %llu meets %llu\n",
         count, (unsigned long long)st->states, (double)st->states / count,
         (unsigned long long)st->level_most_states,
         (unsigned long long)st->sent_bytes, (unsigned long long)st->meets);
  for (unsigned i = 0; i < count; i++)
    explore_result_free(jobs[i].r);
  free(ranks);
  free(jobs);
  free(threads);
}

int main(int argc, char **argv) {
  if (argc == 2 && !strcmp(argv[1], "talk"))
    return talk();
  if (argc < 4 || strcmp(argv[1], "levels")) {
    fprintf(stderr, "ranks talk | ranks levels RANKS MODEL [N=V...]\n");
    return 2;
  }
  struct arena arena = {0};
  struct text source = {0};
  struct diag silent = {0};
  struct lang_param params[8];
  struct lang_options o = {.params = params};
  for (int i = 4; i < argc && o.param_count < 8; i++)
    if (lang_param_parse(argv[i], &arena, &params[o.param_count]))
      o.param_count++;
  struct model *m = NULL;
  if (text_read_file(&source, argv[3]))
    m = read_model(argv[3], text_str(&source), source.len, &o, &silent);
  if (!m) {
    fprintf(stderr, "cannot read '%s'\n", argv[3]);
    return 2;
  }
  levels(m, (unsigned)atoi(argv[2]));
  model_free(m);
  text_free(&source);
  arena_free(&arena);
  return 0;
}
