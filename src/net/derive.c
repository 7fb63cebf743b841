#include "net/derive.h"

#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

#include "base/alloc.h"
#include "base/clock.h"
#include "base/stress.h"

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
  pthread_barrier_t begin, end;
  bool over;
};

struct worker {
  struct job *job;
  void *self; /* the engine's */
  struct suite_runner runner;
  uint64_t searched;
  pthread_t thread;
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

static void work_block(struct worker *w) {
  struct job *j = w->job;
  for (;;) {
    const uint32_t i = atomic_fetch_add(&j->next, 1);
    if (i >= j->count)
      return;
    treat(w, &j->tasks[i]);
  }
}

static void *work(void *arg) {
  struct worker *w = arg;
  for (;;) {
    pthread_barrier_wait(&w->job->begin);
    if (w->job->over)
      return NULL;
    work_block(w);
    pthread_barrier_wait(&w->job->end);
  }
}

/* In order of numbers; what this block added so far is tried first. */
static void merge(struct job *j, struct worker *w, uint32_t before) {
  struct derive_result *r = j->result;
  for (uint32_t i = 0; i < j->count; i++) {
    struct task *t = &j->tasks[i];
    uint32_t fate = t->killer;
    if (fate == SUITE_NONE && t->answer == DISTINGUISH_FOUND) {
      fate = suite_killer(&r->suite, &w->runner, &t->mutant, before);
      if (fate == SUITE_NONE) {
        fate = (uint32_t)r->suite.tests.len;
        suite_add(&r->suite, &t->inputs);
      }
    } else if (fate == SUITE_NONE) {
      fate = t->answer == DISTINGUISH_EQUIVALENT ? FATE_EQUIVALENT
                                                 : FATE_UNKNOWN;
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

static void blocks(struct job *j, struct worker *workers, unsigned jobs,
                   uint64_t total) {
  struct derive_result *r = j->result;
  /* alone, a block of one wastes no search and gives the same suite */
  const uint32_t size = jobs == 1 ? 1 : BLOCK;
  if (total > FATE_EQUIVALENT)
    total = FATE_EQUIVALENT; /* numbers of mutants are 32 bits here */
  while (r->fate.len < total) {
    const uint64_t first = r->fate.len;
    if (!(first & 63) || size > 1) {
      r->verdict = net_limits_check(&j->options->limits,
                                    r->fate.cap * 4 + r->suite.bytes);
      if (r->verdict != NET_DONE)
        return;
      show(j);
    }
    j->count = (uint32_t)(total - first < size ? total - first : size);
    for (uint32_t i = 0; i < j->count; i++)
      j->tasks[i].mutant =
          mutant_at(j->net, j->options->operators, first + i);
    atomic_store(&j->next, 0);
    const uint32_t before = (uint32_t)r->suite.tests.len;
    if (jobs > 1)
      pthread_barrier_wait(&j->begin);
    work_block(&workers[0]);
    if (jobs > 1)
      pthread_barrier_wait(&j->end);
    merge(j, &workers[0], before);
  }
}

/* --- all of them ---------------------------------------------------------- */

static void start_workers(struct job *j, struct worker *w, unsigned jobs) {
  for (unsigned i = 0; i < jobs; i++) {
    w[i].job = j;
    w[i].self = j->result->engine->worker(j->engine_self);
    suite_runner_begin(&w[i].runner, j->net, j->options->mode);
  }
  if (jobs == 1)
    return;
  pthread_barrier_init(&j->begin, NULL, jobs);
  pthread_barrier_init(&j->end, NULL, jobs);
  for (unsigned i = 1; i < jobs; i++)
    if (pthread_create(&w[i].thread, NULL, work, &w[i]))
      abort(); /* no threads: nothing sensible is left to do */
}

static void stop_workers(struct job *j, struct worker *w, unsigned jobs) {
  struct derive_result *r = j->result;
  if (jobs > 1) {
    j->over = true;
    pthread_barrier_wait(&j->begin);
    for (unsigned i = 1; i < jobs; i++)
      pthread_join(w[i].thread, NULL);
    pthread_barrier_destroy(&j->begin);
    pthread_barrier_destroy(&j->end);
  }
  for (unsigned i = 0; i < jobs; i++) {
    double closure;
    uint64_t bytes;
    r->engine->cost(w[i].self, &closure, &bytes);
    r->closure_seconds += closure;
    r->peak_bytes += bytes;
    r->searched += w[i].searched;
    r->engine->end_worker(w[i].self);
    suite_runner_end(&w[i].runner);
  }
}

static void treat_mutants(struct derive_result *r, const struct network *n,
                          const struct derive_options *o, void *self) {
  const unsigned jobs = o->jobs < 1          ? 1
                        : o->jobs > JOBS_MAX ? JOBS_MAX
                                             : o->jobs;
  struct job *j = alloc_zero(1, sizeof *j);
  struct worker *w = alloc_zero(jobs, sizeof *w);
  const bool some = o->stop_after && o->stop_after < r->mutants;
  j->result = r;
  j->net = n;
  j->options = o;
  j->engine_self = self;
  start_workers(j, w, jobs);
  blocks(j, w, jobs, some ? o->stop_after : r->mutants);
  stop_workers(j, w, jobs);
  for (uint32_t i = 0; i < BLOCK; i++)
    vec_free(&j->tasks[i].inputs);
  free(w);
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
  free(mutants);
}

static void measure(struct derive_result *r) {
  size_t total = 0;
  for (size_t t = 0; t < r->suite.tests.len; t++)
    total += r->suite.tests.at[t].inputs.len;
  if (r->suite.tests.len)
    r->average_length = (double)total / (double)r->suite.tests.len;
}

static const struct net_engine *open_engine(struct derive_result *r,
                                            const struct network *n,
                                            const struct derive_options *o,
                                            void **self) {
  const struct net_engine *e = o->engine;
  struct net_limits small = o->limits;
  if (e || !net_engines[1]) {
    e = e ? e : &net_engine_explicit;
    r->verdict = e->open(n, o->mode, &o->limits, self);
    return e;
  }
  if (!small.memory || small.memory > explicit_bytes)
    small.memory = explicit_bytes;
  e = &net_engine_explicit;
  r->verdict = e->open(n, o->mode, &small, self);
  if (r->verdict == NET_MEMORY) {
    e->close(*self);
    e = net_engine_find("mdd-sat");
    r->verdict = e->open(n, o->mode, &o->limits, self);
  }
  return e;
}

void derive_run(struct derive_result *r, const struct network *n,
                const struct derive_options *o) {
  const double cpu = clock_cpu(), wall = clock_wall();
  void *self = NULL;
  *r = (struct derive_result){.mutants = mutant_count(n, o->operators)};
  suite_begin(&r->suite, n);
  r->engine = open_engine(r, n, o, &self);
  if (r->verdict == NET_DONE)
    r->verdict = r->engine->verify(self, &r->report);
  r->closure_seconds = r->report.closure_seconds;
  r->peak_bytes = r->report.peak_bytes;
  if (r->verdict == NET_DONE)
    treat_mutants(r, n, o, self);
  r->engine->close(self);
  count_fates(r);
  if (r->verdict == NET_DONE)
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
