/* A search whose tree is divided runs the traces of one that is not, each once,
 * and finds and counts the same: with parts of one run and of many, few and
 * many of them away at a time, searched here or at other ranks. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/rng.h"
#include "exec/distant.h"
#include "exec/parallel.h"
#include "interleave.h"
#include "ranks/ranks.h"
#include "sched/divide.h"
#include "sched/strategy.h"
#include "test.h"
#include "toy_random.h"

enum { RUNS_MOST = 3000 };

/* What a search has run and found, whatever the order. */
struct outcome {
  struct sched_stats stats;
  uint64_t traces, findings; /* as sums of hashes */
  uint64_t twice;            /* runs of a trace that was run before */
  bool finished, broken, divided;
};

/* An executor that looks at what it runs. */
struct spy {
  struct executor base, *inner;
  struct map seen;
  struct outcome *out;
};

static bool is_trace(const struct run *r) {
  return r->end != RUN_REDUNDANT && r->end != RUN_EARLY;
}

static bool spy_run(struct executor *x) {
  struct spy *s = x->self;
  struct batch *b = x->batch;
  uint32_t i = b->done;
  s->inner->steps_max = x->steps_max;
  s->inner->stopped = false;
  bool ok = s->inner->run(s->inner);
  x->stopped = s->inner->stopped;
  for (; i < b->done; i++) {
    const struct run *r = &b->runs[i];
    if (!is_trace(r))
      continue;
    uint64_t trace = interleave_trace(b->events + r->events, r->events_len);
    bool added;
    map_at(&s->seen, trace, &added);
    s->out->twice += !added;
    s->out->traces += hash_pair(trace, 1);
  }
  return ok;
}

static void note_end(struct outcome *o, const struct sched *s) {
  o->stats = s->stats;
  o->finished = s->finished;
  o->broken = s->verdict == VERDICT_BROKEN;
  vec_each(&s->keys, key) o->findings += hash_pair(*key, 1);
}

static const struct sched_options plain = {.strategy = &sched_optimal,
                                           .preemptions = SCHED_UNBOUNDED,
                                           .delays = SCHED_UNBOUNDED,
                                           .all = true};

static void search_with(struct executor *x, struct sched_divide how,
                        struct distant_line *line, struct outcome *out) {
  struct sched_options o = plain;
  struct sched s;
  o.divide = how;
  o.line = line;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  note_end(out, &s);
  out->divided = s.division != NULL;
  sched_close(&s);
}

static struct outcome search(const struct toy *t, struct sched_divide how) {
  struct outcome out = {0};
  struct spy s = {.inner = toy_executor(t, NULL), .out = &out};
  s.base = *s.inner;
  s.base.self = &s;
  s.base.run = spy_run;
  search_with(&s.base, how, NULL, &out);
  map_free(&s.seen);
  s.inner->close(s.inner);
  return out;
}

static bool same_counts(const struct sched_stats *a,
                        const struct sched_stats *b) {
  return a->executions == b->executions && a->complete == b->complete &&
         a->deadlocked == b->deadlocked && a->failed == b->failed &&
         a->redundant == b->redundant && a->cut_off == b->cut_off &&
         a->threads == b->threads && a->unequal == b->unequal;
}

static bool same(const struct outcome *a, const struct outcome *b) {
  return !b->broken && a->finished == b->finished && a->traces == b->traces &&
         a->twice == b->twice && a->findings == b->findings &&
         same_counts(&a->stats, &b->stats);
}

static void show(const char *what, const struct outcome *o) {
  printf("  %s: %lu runs, %lu complete, %lu deadlocked, %lu failed, %lu early, "
         "traces %016lx, %lu twice, findings %016lx%s%s\n",
         what, o->stats.executions, o->stats.complete, o->stats.deadlocked,
         o->stats.failed, o->stats.early, o->traces, o->twice, o->findings,
         o->finished ? "" : ", not finished", o->broken ? ", broken" : "");
}

static bool agree(const struct toy *t, struct sched_divide how,
                  const char *name, size_t *divided) {
  struct outcome one = search(t, (struct sched_divide){0});
  struct outcome parts = search(t, how);
  *divided += parts.divided;
  if (same(&one, &parts))
    return true;
  printf("%s, %u parts of %lu runs:\n", name, how.parts, how.runs);
  show("one", &one);
  show("divided", &parts);
  return false;
}

/* --- here ------------------------------------------------------------------ */

static bool is_small(const struct toy *t) {
  struct executor *x = toy_executor(t, NULL);
  struct sched_options o = plain;
  struct sched s;
  o.runs = RUNS_MOST;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  bool small = s.finished;
  sched_close(&s);
  x->close(x);
  return small;
}

TEST(a_divided_search_of_random_programs_has_the_same_traces) {
  enum { PROGRAMS = 700 };
  size_t wrong = 0, divided = 0;
  for (unsigned i = 0; i < PROGRAMS && wrong < 3; i++) {
    struct rng r = rng_seed(4000 + i);
    struct toy t = toy_random(&r, (enum toy_flavour)(i % TOY_FLAVOURS));
    struct sched_divide how = {.parts = 1 + rng_below(&r, 6),
                               .from = rng_below(&r, 12),
                               .runs = 1 + rng_below(&r, 9)};
    char name[40];
    if (!is_small(&t))
      continue;
    snprintf(name, sizeof name, "program %u", i);
    wrong += !agree(&t, how, name, &divided);
  }
  CHECK(divided > PROGRAMS / 3);
  CHECK_EQ(wrong, 0);
}

/* Two threads that add up two variables; one of them fails when it reads so
 * much. */
static struct toy fib(unsigned rounds, int much) {
  struct toy t = {.vars = {1, 1}};
  for (unsigned p = 0; p < 2; p++)
    for (unsigned k = 0; k < rounds; k++) {
      toy_add(&t, p, T_READ, 0, 0, 0, 0);
      toy_add(&t, p, T_READ, 1, 1, 0, 0);
      toy_add(&t, p, T_WRITE, p, 0, 1, 0);
    }
  toy_add(&t, 0, T_IFLESS, t.len[0] + 2, 1, 0, much);
  toy_add(&t, 0, T_ASSERT, 0, 1, 0, 0);
  return t;
}

/* What threads do by themselves comes again and again in what a part asks for:
 * readers of several variables, and who writes them. */
static struct toy readers(unsigned count) {
  struct toy t = {0};
  for (unsigned p = 0; p < count; p++) {
    toy_add(&t, p, T_READ, p, 0, 0, 0);
    toy_add(&t, p, T_WRITE, 10 + p, 0, 0, 1);
    toy_add(&t, count, T_WRITE, p, 0, 0, 1);
    toy_add(&t, count + 1, T_READ, 10 + p, 0, 0, 0);
  }
  return t;
}

static struct toy philosophers(unsigned count, unsigned meals) {
  struct toy t = {0};
  for (unsigned p = 0; p < count; p++)
    for (unsigned m = 0; m < meals; m++) {
      toy_add(&t, p, T_LOCK, p, 0, 0, 0);
      toy_add(&t, p, T_LOCK, (p + 1) % count, 0, 0, 0);
      toy_add(&t, p, T_UNLOCK, (p + 1) % count, 0, 0, 0);
      toy_add(&t, p, T_UNLOCK, p, 0, 0, 0);
    }
  return t;
}

TEST(a_divided_search_of_many_runs_has_the_same_traces) {
  struct toy toys[] = {fib(4, 1000), readers(5), philosophers(4, 2)};
  const struct sched_divide hows[] = {{2, 1, 5}, {7, 100, 40}, {3, 200, 300}};
  size_t divided = 0;
  for (size_t i = 0; i < 3; i++)
    for (size_t k = 0; k < 3; k++)
      CHECK(agree(&toys[i], hows[k], "many", &divided));
  CHECK_EQ(divided, 9);
}

/* --- at other ranks --------------------------------------------------------- */

enum { RANKS_MOST = 4 };

struct host {
  struct ranks *ranks;
  const struct toy *toy;
};

static void *serve(void *host) {
  const struct host *h = host;
  bool fork = false;
  struct executor *x = toy_executor(h->toy, NULL);
  while (distant_serve(h->ranks, x, &fork, divide_serve))
    ;
  x->close(x);
  ranks_close(h->ranks);
  return NULL;
}

/* What was found, in order, and by which runs; and all counts. */
static uint64_t story(const struct toy *t, unsigned count,
                      struct sched_divide how, bool all) {
  struct ranks *ranks[RANKS_MOST];
  struct host hosts[RANKS_MOST];
  pthread_t threads[RANKS_MOST];
  ranks_threads(ranks, count);
  for (unsigned r = 1; r < count; r++) {
    hosts[r] = (struct host){ranks[r], t};
    pthread_create(&threads[r], NULL, serve, &hosts[r]);
  }
  struct executor *x = toy_executor(t, NULL);
  struct sched_options o = plain;
  struct sched s;
  o.all = all;
  o.divide = how;
  o.line = distant_line_open(ranks[0]);
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  s.stats.bytes = 0; /* of capacities */
  uint64_t hash = hash_bytes(&s.stats, sizeof s.stats);
  CHECK(s.division != NULL && s.verdict != VERDICT_BROKEN);
  vec_each(&s.findings, f) {
    hash = hash_pair(hash, f->execution << 32 | f->count);
    hash = hash_pair(
        hash, hash_bytes(f->choices, f->choices_len * sizeof *f->choices));
  }
  sched_close(&s);
  x->close(x);
  distant_line_close(o.line);
  for (unsigned r = 1; r < count; r++)
    pthread_join(threads[r], NULL);
  ranks_close(ranks[0]);
  return hash;
}

TEST(who_searches_the_parts_changes_nothing) {
  struct toy toys[] = {fib(4, 20), fib(4, 30), philosophers(4, 2)};
  const struct sched_divide how = {5, 20, 30};
  for (size_t i = 0; i < 3; i++) {
    bool all = i != 1; /* it ends with the first finding */
    uint64_t alone = story(&toys[i], 1, how, all);
    for (unsigned n = 2; n <= RANKS_MOST; n++)
      CHECK_EQ(story(&toys[i], n, how, all), alone);
  }
}
