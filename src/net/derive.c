#include "net/derive.h"

#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/crew.h"
#include "base/stress.h"
#include "ranks/ranks.h"

enum { BLOCK = STRESSED(3, 256), JOBS_MAX = 256 };

/* `auto` gives the explicit engine this much before it tries another. */
static const uint64_t explicit_bytes = (uint64_t)1 << 30;

struct task {
  struct mutant mutant;
  uint32_t killer;         /* by the suite before the block */
  enum distinguish answer; /* when no test killed it */
  symbol_list inputs;
};

struct job {
  struct derive_result *result;
  const struct network *net;
  const struct derive_options *options;
  void *engine_self;
  struct task tasks[BLOCK];
  uint32_t count; /* of tasks in this block */
  atomic_uint next;
  struct crew crew;
  struct worker *workers; /* [crew.count] */
  unsigned hands;         /* workers of all ranks */
  struct ranks_all told;
};

struct worker {
  struct job *job;
  void *self; /* the engine's */
  struct suite_runner runner;
  uint64_t searched;
};

/* --- one block ------------------------------------------------------------ */

static void treat(struct worker *w, struct task *t) {
  const struct derive_result *r = w->job->result;
  t->killer = suite_killer(&r->suite, &w->runner, &t->mutant, 0);
  if (t->killer != SUITE_NONE)
    return;
  w->searched++;
  t->answer = r->engine->distinguish(w->self, &t->mutant, &t->inputs);
}

static bool is_mine(const struct job *j, uint32_t task) {
  const struct ranks *r = j->options->ranks;
  return !r || task % r->count == r->rank;
}

static void work_block(void *ctx, unsigned number) {
  struct job *j = ctx;
  for (;;) {
    const uint32_t i = atomic_fetch_add(&j->next, 1);
    if (i >= j->count)
      return;
    if (is_mine(j, i))
      treat(&j->workers[number], &j->tasks[i]);
  }
}

/* --- by several ranks ----------------------------------------------------- */

/* What came out of a task: these, then its inputs. */
struct outcome {
  uint32_t killer, answer, len;
};

static void tell_tasks(const struct job *j, struct bytes *to) {
  for (uint32_t i = 0; i < j->count; i++) {
    const struct task *t = &j->tasks[i];
    if (!is_mine(j, i))
      continue;
    const bool found =
        t->killer == SUITE_NONE && t->answer == DISTINGUISH_FOUND;
    const struct outcome o = {t->killer, t->answer,
                              found ? (uint32_t)t->inputs.len : 0};
    bytes_add(to, &o, sizeof o);
    bytes_add(to, t->inputs.at, o.len * sizeof *t->inputs.at);
  }
}

static void hear_tasks(struct job *j, unsigned rank, const uint8_t *at) {
  for (uint32_t i = rank; i < j->count; i += j->options->ranks->count) {
    struct task *t = &j->tasks[i];
    struct outcome o;
    memcpy(&o, at, sizeof o);
    at += sizeof o;
    t->killer = o.killer;
    t->answer = (enum distinguish)o.answer;
    vec_resize(&t->inputs, o.len);
    if (o.len)
      memcpy(t->inputs.at, at, o.len * sizeof *t->inputs.at);
    at += o.len * sizeof *t->inputs.at;
  }
}

/* What all know after the block; the first limit that somebody reached, if one
 * did, counts for all, and what the block would have told does not. */
static enum net_verdict share_block(struct job *j, enum net_verdict mine) {
  struct ranks *r = j->options->ranks;
  struct bytes out = {0};
  enum net_verdict all = NET_DONE;
  bytes_add(&out, &mine, sizeof mine);
  if (mine == NET_DONE)
    tell_tasks(j, &out);
  ranks_share(r, out.at, out.len, &j->told);
  bytes_free(&out);
  for (unsigned i = 0; i < r->count && all == NET_DONE; i++) {
    size_t len;
    memcpy(&all, ranks_given(&j->told, i, &len), sizeof all);
  }
  for (unsigned i = 0; i < r->count && all == NET_DONE; i++) {
    size_t len;
    const uint8_t *at = ranks_given(&j->told, i, &len);
    if (i != r->rank)
      hear_tasks(j, i, at + sizeof all);
  }
  return all;
}

static uint64_t sum_of(struct ranks *r, uint64_t mine) {
  struct ranks_all all = {0};
  uint64_t sum = 0;
  if (!r)
    return mine;
  ranks_share(r, &mine, sizeof mine, &all);
  for (unsigned i = 0; i < r->count; i++) {
    size_t len;
    uint64_t one;
    memcpy(&one, ranks_given(&all, i, &len), sizeof one);
    sum += one;
  }
  ranks_all_free(&all);
  return sum;
}

/* Whether all ranks have come to the same so far, by the same engine. */
static void agree(struct derive_result *r, struct ranks *ranks) {
  struct ranks_all all = {0};
  uint64_t mine[2] = {r->verdict, 0}, first[2], one[2];
  while (net_engines[mine[1]] && net_engines[mine[1]] != r->engine)
    mine[1]++;
  if (!ranks)
    return;
  ranks_share(ranks, mine, sizeof mine, &all);
  for (unsigned i = 0; i < ranks->count; i++) {
    size_t len;
    memcpy(one, ranks_given(&all, i, &len), sizeof one);
    if (!i)
      memcpy(first, one, sizeof one);
    if (r->verdict == NET_DONE)
      r->verdict = (enum net_verdict)one[0];
    if (r->verdict == NET_DONE && one[1] != first[1])
      r->verdict = NET_MEMORY; /* somebody has too little for the first one */
  }
  ranks_all_free(&all);
}

/* In order of numbers; what this block added so far is tried first. */
static void merge(struct job *j, uint32_t before) {
  struct derive_result *r = j->result;
  for (uint32_t i = 0; i < j->count; i++) {
    struct task *t = &j->tasks[i];
    uint32_t fate = t->killer;
    if (fate == SUITE_NONE && t->answer == DISTINGUISH_FOUND) {
      fate = suite_killer(&r->suite, &j->workers[0].runner, &t->mutant, before);
      if (fate == SUITE_NONE) {
        fate = (uint32_t)r->suite.tests.len;
        suite_add(&r->suite, &t->inputs);
      }
    } else if (fate == SUITE_NONE) {
      fate =
          t->answer == DISTINGUISH_EQUIVALENT ? FATE_EQUIVALENT : FATE_UNKNOWN;
    }
    vec_push(&r->fate, fate);
  }
}

static void show(struct job *j) {
  struct progress *p = j->options->limits.progress;
  if (!progress_due(p))
    return;
  const struct progress_figure figures[] = {
      {"mutants", j->result->fate.len},
      {"of", j->result->mutants},
      {"tests", j->result->suite.tests.len},
      {"memory", clock_rss()}};
  progress_show(p, "derive", figures, 4);
}

/* The next block, after one that has added `tests` tests.  Whatever their
 * sizes the suite is the same; but a search is in vain when a test of this
 * very block kills the mutant, and half of them may be that. */
static uint32_t block_size(const struct job *j, uint32_t tests) {
  const uint32_t least = j->hands * 2;
  uint32_t found = 0, equivalent = 0;
  for (uint32_t i = 0; i < j->count; i++)
    if (j->tasks[i].killer == SUITE_NONE) {
      found += j->tasks[i].answer == DISTINGUISH_FOUND;
      equivalent += j->tasks[i].answer == DISTINGUISH_EQUIVALENT;
    }
  const bool vain = found - tests > tests + equivalent;
  const uint32_t size = vain ? j->count / 2 : 2 * j->count;
  return size < least ? least : size;
}

static void blocks(struct job *j, uint64_t total) {
  struct derive_result *r = j->result;
  /* alone, a block of one wastes no search */
  const bool alone = j->hands == 1;
  uint32_t size = 1;
  if (total > FATE_EQUIVALENT)
    total = FATE_EQUIVALENT; /* numbers of mutants are 32 bits here */
  while (r->fate.len < total) {
    const uint64_t first = r->fate.len;
    if (!(first & 63) || !alone) {
      r->verdict = net_limits_check(&j->options->limits,
                                    r->fate.cap * 4 + r->suite.bytes);
      if (r->verdict != NET_DONE && !j->options->ranks)
        return;
      show(j);
    }
    j->count = (uint32_t)(total - first < size ? total - first : size);
    for (uint32_t i = 0; i < j->count; i++)
      j->tasks[i].mutant = mutant_at(j->net, j->options->operators, first + i);
    atomic_store(&j->next, 0);
    const uint32_t before = (uint32_t)r->suite.tests.len;
    if (r->verdict == NET_DONE)
      crew_run(&j->crew, work_block, j);
    if (j->options->ranks)
      r->verdict = share_block(j, r->verdict);
    if (r->verdict != NET_DONE)
      return;
    merge(j, before);
    if (!alone)
      size = block_size(j, (uint32_t)r->suite.tests.len - before);
    if (size > BLOCK)
      size = BLOCK;
  }
}

/* --- all of them ---------------------------------------------------------- */

static void start_workers(struct job *j, unsigned jobs) {
  crew_open(&j->crew, jobs < 1 ? 1 : jobs > JOBS_MAX ? JOBS_MAX : jobs);
  j->workers = alloc_zero(j->crew.count, sizeof *j->workers);
  for (unsigned i = 0; i < j->crew.count; i++) {
    struct worker *w = &j->workers[i];
    w->job = j;
    w->self = j->result->engine->worker(j->engine_self);
    suite_runner_begin(&w->runner, j->net, j->options->mode, j->options->fair);
  }
}

static void stop_workers(struct job *j) {
  struct derive_result *r = j->result;
  for (unsigned i = 0; i < j->crew.count; i++) {
    struct worker *w = &j->workers[i];
    double closure;
    uint64_t bytes;
    r->engine->cost(w->self, &closure, &bytes);
    r->closure_seconds += closure;
    r->peak_bytes += bytes;
    r->searched += w->searched;
    r->engine->end_worker(w->self);
    suite_runner_end(&w->runner);
  }
  crew_close(&j->crew);
  free(j->workers);
}

static void treat_mutants(struct derive_result *r, const struct network *n,
                          const struct derive_options *o, void *self) {
  struct job *j = alloc_zero(1, sizeof *j);
  const bool some = o->stop_after && o->stop_after < r->mutants;
  j->result = r;
  j->net = n;
  j->options = o;
  j->engine_self = self;
  start_workers(j, o->jobs);
  j->hands = (unsigned)sum_of(o->ranks, j->crew.count);
  blocks(j, some ? o->stop_after : r->mutants);
  stop_workers(j);
  r->searched = sum_of(o->ranks, r->searched);
  r->peak_bytes = sum_of(o->ranks, r->peak_bytes);
  ranks_all_free(&j->told);
  for (uint32_t i = 0; i < BLOCK; i++)
    vec_free(&j->tasks[i].inputs);
  free(j);
}

/* --- the result ----------------------------------------------------------- */

static void count_fates(struct derive_result *r) {
  for (uint32_t m = 0; m < r->fate.len; m++) {
    const uint32_t fate = r->fate.at[m];
    r->equivalent += fate == FATE_EQUIVALENT;
    r->unknown += fate == FATE_UNKNOWN;
    if (fate < FATE_EQUIVALENT)
      vec_push(&r->killed, m);
  }
  r->nonequivalent = r->killed.len;
  r->examined = r->fate.len;
}

/* A limit was reached: nothing that takes long any more.  The tests stay as
 * they are, each with the mutants that it was the first to kill. */
static void list_first_kills(struct derive_result *r) {
  r->kills = alloc_zero(r->suite.tests.len + 1, sizeof *r->kills);
  for (uint32_t i = 0; i < r->killed.len; i++)
    vec_push(&r->kills[r->fate.at[r->killed.at[i]]], i);
}

/* Those that need no second run of any test. */
static void count_sure(struct derive_result *r, const struct derive_options *o,
                       const struct mutant *mutants) {
  struct suite_runner runner;
  if (network_deterministic(r->suite.net)) {
    r->sure = r->killed.len;
    return;
  }
  suite_runner_begin(&runner, r->suite.net, o->mode, o->fair);
  for (size_t i = 0; i < r->killed.len; i++)
    r->sure += suite_kills_surely(&r->suite, &runner, &mutants[i]);
  suite_runner_end(&runner);
}

static void reduce(struct derive_result *r, const struct network *n,
                   const struct derive_options *o) {
  struct mutant *mutants = alloc_zero(r->killed.len + 1, sizeof *mutants);
  for (size_t i = 0; i < r->killed.len; i++)
    mutants[i] = mutant_at(n, o->operators, r->killed.at[i]);
  suite_reduce(&r->suite, o->mode, o->keep_all, mutants,
               (uint32_t)r->killed.len, &r->kills);
  for (size_t t = r->suite.tests.len; t-- > 0;)
    for (size_t i = 0; i < r->kills[t].len; i++)
      r->fate.at[r->killed.at[r->kills[t].at[i]]] = (uint32_t)t;
  count_sure(r, o, mutants);
  free(mutants);
}

static void measure(struct derive_result *r) {
  size_t total = 0;
  for (size_t t = 0; t < r->suite.tests.len; t++) {
    total += suite_test_length(&r->suite.tests.at[t]);
    r->adaptive += r->suite.tests.at[t].tree.adaptive;
  }
  if (r->suite.tests.len)
    r->average_length = (double)total / (double)r->suite.tests.len;
}

static const struct net_engine *open_engine(struct derive_result *r,
                                            const struct network *n,
                                            const struct derive_options *o,
                                            void **self) {
  const struct net_engine *e = o->engine;
  struct net_limits small = o->limits;
  if (!e && !network_deterministic(n))
    e = &net_engine_sets;
  assert(!e || e->choices || network_deterministic(n));
  if (e || !net_engines[1]) {
    e = e ? e : &net_engine_explicit;
    r->verdict = e->open(n, o->mode, o->fair, &o->limits, self);
    return e;
  }
  if (!small.memory || small.memory > explicit_bytes)
    small.memory = explicit_bytes;
  e = &net_engine_explicit;
  r->verdict = e->open(n, o->mode, o->fair, &small, self);
  if (r->verdict == NET_MEMORY) {
    e->close(*self);
    e = net_engine_find("mdd-sat");
    r->verdict = e->open(n, o->mode, o->fair, &o->limits, self);
  }
  return e;
}

void derive_run(struct derive_result *r, const struct network *n,
                const struct derive_options *o) {
  const double cpu = clock_cpu(), wall = clock_wall();
  void *self = NULL;
  *r = (struct derive_result){.mutants = mutant_count(n, o->operators)};
  suite_begin(&r->suite, n, o->fair);
  r->engine = open_engine(r, n, o, &self);
  if (r->verdict == NET_DONE)
    r->verdict = r->engine->verify(self, &r->report);
  agree(r, o->ranks);
  r->closure_seconds = r->report.closure_seconds;
  r->peak_bytes = r->report.peak_bytes;
  if (r->verdict == NET_DONE)
    treat_mutants(r, n, o, self);
  r->engine->close(self);
  count_fates(r);
  if (o->ranks && o->ranks->rank)
    list_first_kills(r); /* nobody looks at it */
  else if (r->verdict == NET_DONE)
    reduce(r, n, o);
  else
    list_first_kills(r);
  measure(r);
  if (r->unknown && r->verdict == NET_DONE)
    r->verdict = NET_MEMORY; /* of single searches */
  r->cpu_seconds = clock_cpu() - cpu;
  r->wall_seconds = clock_wall() - wall;
}

void derive_free(struct derive_result *r) {
  for (size_t t = 0; r->kills && t < r->suite.tests.len; t++)
    vec_free(&r->kills[t]);
  free(r->kills);
  suite_end(&r->suite);
  net_report_free(&r->report);
  vec_free(&r->fate);
  vec_free(&r->killed);
}
