/* test: `heddle test` as a job, from the names of files to findings that are
 * small, recorded and ready to be told.
 *
 *     struct test t;
 *     struct budget b = budget_begin(0, host->stop);
 *     struct test_options o = TEST_DEFAULTS;
 *     o.files = ...;
 *     if (test_run(&t, host, &o, &b))
 *       ... t.result, t.recordings ...
 *     test_close(&t);
 *
 * The target is built and opened, a few runs say what it is like (settle.h),
 * then it is searched: anew or from the cache on, by the strategy or, where
 * that comes to nothing, by another, with a longer bound on steps where that
 * is worth it.  What is found is made small and run once more. */
#ifndef JOB_TEST_H
#define JOB_TEST_H

#include "job/baseline.h"
#include "job/budget.h"
#include "job/cache.h"
#include "job/coverage.h"
#include "job/host.h"
#include "job/inputs.h"
#include "job/reduce.h"
#include "job/starts.h"
#include "job/suite.h"
#include "job/target.h"
#include "job/violates.h"

/* A list of words of the user's. */
struct test_words {
  const char *const *at;
  size_t len;
};

struct test_options {
  struct ranks *others; /* that run plans, too (exec/distant.h); or NULL */
  struct test_words files, flags, args;
  const char *name; /* of the test; NULL: its first file */
  struct test_words from; /* recordings that the search begins with */
  struct test_words inputs; /* "NAME=VALUE", "[THREAD.]INDEX=VALUE" */
  const char *built; /* the binary, when it was built before (tests.h) */
  const char *strategy;
  const char *order; /* of an unfolding, or NULL */
  const char *properties; /* how they are decided, or NULL */
  uint64_t seed, runs, memory, jobs, preemptions, delays, depth, branches;
  uint64_t steps; /* bound on the steps of a run; 0: by itself */
  uint64_t threads; /* on those at a time, main included; 0: ours */
  const char *cache; /* folder of searches, or NULL */
  uint64_t cache_size;
  const char *baseline; /* file of known findings, or NULL */
  const char *real_files; /* what is written below it stays, or NULL */
  double seconds;  /* of the search; 0: no limit; < 0: not said */
  double minimise; /* for making findings small; < 0: not said */
  double every; /* seconds between two savings, with cache or resume; 0: 60 */
  bool all, resume, coverage, symbolic, fork, spurious, same_output;
  bool malloc_fails, partial_io;
  uint64_t ranks;  /* of an MPI program (doc/mpi.md); 0: it is none */
  bool unbuffered; /* its sends wait for their receives */
  bool mpi_leaks;  /* what it has MPI make and never frees is a finding */
  bool no_races;
  bool exact_states; /* stateful: states are no hashes */
  bool no_values;    /* likewise: nor do they know values of variables */
  bool record; /* findings are recorded */
  bool brief;  /* remarks on how it went are not said */
  struct sequences *sequences; /* what is run is noted there; or NULL */
  struct sequences *only;      /* these are run instead of a search; or NULL */
};

enum { TEST_STEPS_MOST = STEPS_MOST, TEST_RECORDED_MOST = 20 };
enum { TEST_RANKS_MOST = 128 };

#define TEST_DEFAULTS                                                          \
  {                                                                            \
    .strategy = "auto", .seed = 1,                                             \
    .preemptions = SCHED_UNBOUNDED, .delays = SCHED_UNBOUNDED,                 \
    .cache_size = CACHE_MOST, .seconds = -1, .minimise = -1                    \
  }

/* What forms are made of, by result_of_test (result.h). */
struct test_result {
  const struct target *target;
  const struct sched *sched;
  const char *name;      /* what was tested, as the user named it */
  const char *test;      /* of several in it, this one; or NULL */
  const char *recording; /* of the first finding, or NULL ... */
  bool unkept;           /* ... because there was no place for it */
  const char *output;    /* of the run of the first finding, or NULL */
  size_t output_len;
  bool resumable;        /* it was saved for --resume */
  const struct baseline *baseline; /* or NULL */
  const struct coverage *coverage; /* or NULL */
  struct reductions reductions; /* of the first findings */
};

struct test {
  const struct host *host;
  const struct test_options *options;
  struct budget *budget;
  struct target target;
  double opened; /* when it began to be, as clock_wall tells the time */
  struct sched_options search;
  struct violates violates; /* by constraints: its properties */
  VEC(struct plan_input) inputs;
  struct inputs_asked asked;
  struct starts starts;
  struct sched one, two, *sched; /* the one of them that counts, or NULL */
  bool open;                     /* it is */
  struct cache cache;
  struct baseline known;
  struct coverage seen;
  struct reasons before; /* known of searches that came to nothing */
  struct test_result result;
  VEC(struct text) recordings; /* of the first findings */
  struct syn_suite suite;          /* of options.only: there is nothing else */
};

/* False after a message: nothing was tested.  `o` and `b` must live as long
 * as the test. */
bool test_run(struct test *t, const struct host *h,
              const struct test_options *o, struct budget *b);
void test_close(struct test *t);

#endif
