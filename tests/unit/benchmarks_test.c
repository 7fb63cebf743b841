/* The exact numbers of traces of doc/papers.md, and closed forms,
 * on toy versions of the programs. */
#include "sched/sched.h"
#include "sched/strategy.h"
#include "test.h"
#include "toy.h"

static struct sched_stats run_toy(const struct toy *t, const char *strategy) {
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .all = true};
  struct executor *x = toy_executor(t, NULL);
  struct sched s;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  struct sched_stats stats = s.stats;
  CHECK(s.verdict != VERDICT_BROKEN);
  CHECK(s.finished);
  CHECK_EQ(stats.executions,
           stats.complete + stats.deadlocked + stats.redundant + stats.failed);
  sched_close(&s);
  x->close(x);
  return stats;
}

static void check_traces(const struct toy *t, uint64_t traces,
                         uint64_t deadlocked) {
  struct sched_stats s = run_toy(t, "optimal");
  CHECK_EQ(s.executions, traces);
  CHECK_EQ(s.deadlocked, deadlocked);
  CHECK_EQ(s.redundant, 0);
}

/* repeat n { var a = var a + var b } */
static void fib_thread(struct toy *t, unsigned th, unsigned a, unsigned b,
                       int n) {
  for (int i = 0; i < n; i++) {
    toy_add(t, th, T_READ, a, 0, 0, 0);
    toy_add(t, th, T_READ, b, 1, 0, 0);
    toy_add(t, th, T_WRITE, a, 0, 1, 0);
  }
}

static struct toy fib(int n, int limit) {
  struct toy t = {.vars = {1, 1}};
  fib_thread(&t, 1, 0, 1, n);
  fib_thread(&t, 2, 1, 0, n);
  if (limit) { /* main reads j only if i is below the limit */
    toy_add(&t, 0, T_READ, 0, 0, 0, 0);
    toy_add(&t, 0, T_IFLESS, 3, 0, 0, limit);
    toy_add(&t, 0, T_IF, 4, 3, 0, 0);
    toy_add(&t, 0, T_READ, 1, 1, 0, 0);
  }
  return t;
}

static struct toy dining(unsigned n, unsigned meals) {
  struct toy t = {0};
  for (unsigned p = 0; p < n; p++)
    for (unsigned m = 0; m < meals; m++) {
      unsigned left = p, right = (p + n - 1) % n;
      toy_add(&t, p, T_LOCK, left, 0, 0, 0);
      toy_add(&t, p, T_LOCK, right, 0, 0, 0);
      toy_add(&t, p, T_UNLOCK, right, 0, 0, 0);
      toy_add(&t, p, T_UNLOCK, left, 0, 0, 0);
    }
  return t;
}

/* One lock; thread i has sections[i] critical sections with accesses. */
static struct toy locking(unsigned threads, const unsigned *sections) {
  struct toy t = {0};
  for (unsigned th = 0; th < threads; th++)
    for (unsigned s = 0; s < sections[th]; s++) {
      toy_add(&t, th, T_LOCK, 0, 0, 0, 0);
      for (unsigned v = 0; v < ((th + s) % 2 ? 3u : 1u); v++)
        toy_add(&t, th, T_WRITE, v, 3, 3, (int)(th + v));
      toy_add(&t, th, T_READ, s, 0, 0, 0);
      toy_add(&t, th, T_UNLOCK, 0, 0, 0, 0);
    }
  return t;
}

static struct toy parallel_pi(unsigned threads) {
  struct toy t = {0};
  for (unsigned th = 0; th < threads; th++) {
    toy_add(&t, th, T_LOCK, 0, 0, 0, 0);
    toy_add(&t, th, T_READ, 0, 0, 0, 0);
    toy_add(&t, th, T_WRITE, 0, 0, 3, (int)th);
    toy_add(&t, th, T_UNLOCK, 0, 0, 0, 0);
  }
  return t;
}

static struct toy filesystem(unsigned threads) {
  enum { BLOCKS = 26, INODES = 32, TRIES = 4, PER_TRY = 7 };
  struct toy t = {0};
  for (unsigned i = 0; i < threads; i++) {
    unsigned end = 3 + TRIES * PER_TRY;
    toy_add(&t, i, T_LOCK, BLOCKS + i, 0, 0, 0);
    toy_add(&t, i, T_READ, BLOCKS + i, 0, 0, 0);
    toy_add(&t, i, T_IFNOT, end, 0, 0, 0);
    for (unsigned n = 0; n < TRIES; n++) {
      unsigned b = (2 * i + n) % BLOCKS, at = 3 + n * PER_TRY;
      toy_add(&t, i, T_LOCK, b, 0, 0, 0);
      toy_add(&t, i, T_READ, b, 0, 0, 0);
      toy_add(&t, i, T_IFNOT, at + 5, 0, 0, 0);
      toy_add(&t, i, T_WRITE, b, 3, 3, 1);
      toy_add(&t, i, T_WRITE, BLOCKS + i, 3, 3, (int)b + 1);
      toy_add(&t, i, T_UNLOCK, b, 0, 0, 0);
      toy_add(&t, i, T_IF, end, 0, 0, 0);
    }
    toy_add(&t, i, T_UNLOCK, BLOCKS + i, 0, 0, 0);
  }
  return t;
}

static void szymanski_thread(struct toy *t, unsigned th, int a, int b) {
  unsigned me = th, other = 1 - th, x = 2;
#define GO(to) toy_add(t, th, T_IF, to, 3, 0, 0)
  toy_add(t, th, T_WRITE, me, 3, 3, 1);   /* 0 */
  toy_add(t, th, T_READ, other, 0, 0, 0); /* 1 */
  toy_add(t, th, T_IFLESS, 7, 0, 0, 3);
  toy_add(t, th, T_IFLESS, 5, 1, 0, a);
  GO(7);
  toy_add(t, th, T_ADD, 0, 1, 0, 1);
  GO(1);
  toy_add(t, th, T_WRITE, me, 3, 3, 3); /* 7 */
  toy_add(t, th, T_READ, other, 0, 0, 0);
  toy_add(t, th, T_IFNOT, 17, 0, 0, 1);
  toy_add(t, th, T_WRITE, me, 3, 3, 2);
  toy_add(t, th, T_READ, other, 0, 0, 0); /* 11 */
  toy_add(t, th, T_IF, 17, 0, 0, 4);
  toy_add(t, th, T_IFLESS, 15, 1, 0, b);
  GO(17);
  toy_add(t, th, T_ADD, 0, 1, 0, 1);
  GO(11);
  toy_add(t, th, T_WRITE, me, 3, 3, 4);   /* 17 */
  toy_add(t, th, T_READ, other, 0, 0, 0); /* 18 */
  toy_add(t, th, T_IFLESS, 24, 0, 0, 2);
  toy_add(t, th, T_IFLESS, 22, 1, 0, b);
  GO(24);
  toy_add(t, th, T_ADD, 0, 1, 0, 1);
  GO(18);
  toy_add(t, th, T_WRITE, x, 3, 3, (int)th); /* 24 */
  toy_add(t, th, T_READ, x, 2, 0, 0);
  toy_add(t, th, T_READ, other, 0, 0, 0); /* 26 */
  toy_add(t, th, T_IFLESS, 35, 0, 0, 2);
  toy_add(t, th, T_READ, other, 0, 0, 0);
  toy_add(t, th, T_IFLESS, 31, 0, 0, 4);
  GO(35);
  toy_add(t, th, T_IFLESS, 33, 1, 0, a);
  GO(35);
  toy_add(t, th, T_ADD, 0, 1, 0, 1);
  GO(26);
  toy_add(t, th, T_WRITE, me, 3, 3, 0); /* 35 */
#undef GO
}

static struct toy szymanski(int a, int b) {
  struct toy t = {0};
  szymanski_thread(&t, 0, a, b);
  szymanski_thread(&t, 1, a, b);
  return t;
}

static struct toy bounded_buffer(unsigned pairs) {
  struct toy t = {.sems = {1, 1, 2, 0}}; /* mutexD mutexW empty full */
  for (unsigned th = 0; th < 2 * pairs; th++) {
    bool producer = th < pairs;
    toy_add(&t, th, T_P, producer ? 0 : 1, 0, 0, 0);
    toy_add(&t, th, T_P, producer ? 2 : 3, 0, 0, 0);
    toy_add(&t, th, T_V, producer ? 3 : 2, 0, 0, 0);
    toy_add(&t, th, T_V, producer ? 0 : 1, 0, 0, 0);
  }
  return t;
}

TEST(optimal_counts_fib) {
  struct toy t = fib(2, 0);
  check_traces(&t, 19, 0);
  t = fib(3, 0);
  check_traces(&t, 141, 0);
  t = fib(4, 0);
  check_traces(&t, 1107, 0);
  t = fib(5, 0);
  check_traces(&t, 8953, 0);
  t = fib(4, 378);
  check_traces(&t, 19605, 0);
}

SLOW_TEST(optimal_counts_fib_2) {
  struct toy t = fib(5, 144);
  check_traces(&t, 218243, 0);
}

TEST(optimal_counts_dining) {
  static const uint64_t one[][2] = {{6, 1}, {14, 1}, {30, 1}};
  for (unsigned n = 3; n <= 5; n++) {
    struct toy t = dining(n, 1);
    check_traces(&t, one[n - 3][0] + 1, one[n - 3][1]);
  }
  struct toy t = dining(4, 2);
  check_traces(&t, 831, 45);
  t = dining(5, 2);
  check_traces(&t, 5851, 121);
  t = dining(6, 2);
  check_traces(&t, 38786, 320);
}

SLOW_TEST(optimal_counts_locking) {
  struct toy t = locking(4, (unsigned[]){2, 2, 2, 2});
  check_traces(&t, 2520, 0);
  t = locking(5, (unsigned[]){2, 2, 2, 2, 1});
  check_traces(&t, 22680, 0);
  t = locking(5, (unsigned[]){2, 2, 2, 2, 2});
  check_traces(&t, 113400, 0);
}

TEST(optimal_counts_the_small_benchmarks) {
  struct toy t = parallel_pi(6);
  check_traces(&t, 720, 0);
  t = parallel_pi(7);
  check_traces(&t, 5040, 0);
  t = filesystem(16);
  check_traces(&t, 8, 0);
  t = filesystem(18);
  check_traces(&t, 32, 0);
  t = (struct toy){0};
  for (unsigned th = 0; th < 8; th++)
    toy_add(&t, th, T_WRITE, th / 2, 3, 3, (int)th);
  check_traces(&t, 16, 0);
}

TEST(optimal_counts_szymanski) {
  struct toy t = szymanski(3, 3);
  check_traces(&t, 65138, 0);
}

TEST(optimal_counts_sequences_of_semaphores) {
  struct toy t = bounded_buffer(2);
  check_traces(&t, 12, 0);
  t = bounded_buffer(3);
  check_traces(&t, 324, 0);
}

TEST(dpor_covers_the_benchmarks_with_no_fewer_runs) {
  struct toy t = fib(4, 0);
  CHECK(run_toy(&t, "dpor").executions >= 1107);
  t = dining(4, 2);
  struct sched_stats s = run_toy(&t, "dpor");
  CHECK_EQ(s.complete + s.deadlocked, 831);
  CHECK_EQ(s.deadlocked, 45);
}

/* K's figure 2.6 and his example 5: each thread reads X, then writes Y, and the
 * first goes first.  Without sleep sets the first trace is run again (figure
 * 2.7, node 8).  A third thread that has nothing to do with them is tried in
 * vain at nodes where the other two race. */
TEST(flip_runs_a_trace_again_where_k_says) {
  struct toy t = {0};
  for (unsigned th = 0; th < 2; th++) {
    toy_add(&t, th, T_READ, 0, 1, 0, 0);
    toy_add(&t, th, T_WRITE, 1, 1, 0, 1);
  }
  CHECK_EQ(run_toy(&t, "flip").executions, 3);
  CHECK_EQ(run_toy(&t, "dpor").executions, 2);
  CHECK_EQ(run_toy(&t, "optimal").executions, 2);
}

TEST(flip_covers_the_benchmarks_with_one_path_in_memory) {
  struct toy t = dining(3, 2);
  struct sched_stats all = run_toy(&t, "optimal"), s = run_toy(&t, "flip");
  CHECK(s.executions > 2 * all.executions);
  CHECK(s.deadlocked >= all.deadlocked && s.complete >= all.complete);
  CHECK_EQ(s.redundant, 0);
  CHECK(s.bytes < 16 * 1024);
}

TEST(full_agrees_with_closed_forms) {
  struct toy t = {0};
  for (unsigned th = 0; th < 2; th++)
    for (unsigned i = 0; i < 4; i++)
      toy_add(&t, th, T_WRITE, th, 3, 3, 1);
  CHECK_EQ(run_toy(&t, "full").executions, 70);
  CHECK_EQ(run_toy(&t, "optimal").executions, 1);
  t = fib(2, 0);
  CHECK_EQ(run_toy(&t, "full").executions, 924);
  t = (struct toy){0};
  for (unsigned th = 0; th < 3; th++)
    for (unsigned i = 0; i < 2; i++)
      toy_add(&t, th, T_WRITE, 0, 3, 3, 1);
  CHECK_EQ(run_toy(&t, "full").executions, 90);
  CHECK_EQ(run_toy(&t, "optimal").executions, 90);
}
