/* The unfolding is the same whatever the order of tests: its size, on the
 * examples of Kähkönen's thesis, as counted by hand (doc/papers.md), and
 * runs of the benchmarks that can be known in advance. */
#include <stdio.h>

#include "base/text.h"
#include "exec/model.h"
#include "lang/lang.h"
#include "model/model.h"
#include "sched/sched.h"
#include "sched/strategy.h"
#include "sched/unfold/net.h"
#include "test.h"

static const struct {
  const char *file, *define;
  uint64_t traces;
  uint64_t events[2], conditions[2], runs[2]; /* unfold, contextual */
} rows[] = {
    {"models/fig31.hed", "N=2", 4, {8, 6}, {40, 14}, {2, 2}},
    {"models/fig31.hed", "N=3", 8, {12, 9}, {78, 21}, {2, 2}},
    {"models/fig31.hed", "N=4", 16, {16, 12}, {128, 28}, {2, 2}},
    {"tests/models/branch.hed", NULL, 3, {7, 6}, {18, 10}, {3, 3}},
    {"models/fig51.hed", "N=2", 4, {10, 5}, {34, 10}, {4, 2}},
    {"models/fig51.hed", "N=3", 8, {23, 7}, {78, 13}, {8, 2}},
    {"models/fig51.hed", "N=4", 16, {52, 9}, {178, 16}, {16, 2}},
    {"models/fig56.hed", NULL, 4, {13, 9}, {31, 13}, {4, 4}},
    {"models/fig73.hed", NULL, 2, {12, 12}, {31, 25}, {2, 2}},
    {"models/fig74.hed", NULL, 6, {15, 15}, {66, 34}, {6, 6}},
};

static bool exact_states;

/* Of the net, those that are steps. */
static uint64_t transitions;

static void count_transitions(const struct unf_net *n) {
  transitions = 0;
  for (size_t i = 1; n && i < n->steps.len; i++)
    transitions += n->steps.at[i].e.alts != 0;
}

static bool run(const char *file, const char *define, const char *strategy,
                struct sched_stats *out) {
  struct text source = {0};
  struct diag quiet = {0};
  struct lang_options lang = {0};
  struct lang_param n = {0};
  if (define) {
    n = (struct lang_param){"N", define[2] - '0'};
    lang.params = &n;
    lang.param_count = 1;
  }
  if (!text_read_file(&source, file))
    return false;
  struct model *m =
      lang_read(file, text_str(&source), source.len, &lang, &quiet);
  text_free(&source);
  if (!m)
    return false;
  struct executor *x = model_executor_open(m, NULL);
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .exact_states = exact_states,
                            .all = true};
  struct sched s;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  *out = s.stats;
  if (o.strategy->local)
    count_transitions(((const struct unfold *)s.parts[0].self)->net);
  bool ok = s.finished && s.verdict != VERDICT_BROKEN;
  sched_close(&s);
  x->close(x);
  model_free(m);
  return ok;
}

TEST(unfoldings_of_the_thesis_have_their_sizes) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    for (size_t k = 0; k < 2; k++) {
      test_row("%s %s", rows[i].file, k ? "contextual" : "unfold");
      struct sched_stats s;
      CHECK(run(rows[i].file, rows[i].define, k ? "contextual" : "unfold", &s));
      CHECK_EQ(s.events, rows[i].events[k]);
      CHECK_EQ(s.conditions, rows[i].conditions[k]);
      CHECK_EQ(s.executions, rows[i].runs[k]);
    }
}

TEST(examples_of_the_thesis_have_their_traces) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    test_row("%s", rows[i].file);
    struct sched_stats s;
    CHECK(run(rows[i].file, rows[i].define, "optimal", &s));
    CHECK_EQ(s.executions, rows[i].traces);
  }
}

static uint64_t net_of(const char *file) {
  struct sched_stats s;
  CHECK(run(file, NULL, "stateful", &s));
  return transitions;
}

TEST(nets_of_the_thesis_have_their_transitions) {
  CHECK_EQ(net_of("models/fig73.hed"), 6);
}

/* K table 8.1: where threads are tightly coupled there are as many tests as
 * traces; where they are not, a few.  Deadlocks of the unfolding are the
 * deadlocked traces. */
TEST(benchmarks_of_the_thesis_take_as_many_tests) {
  struct sched_stats s;
  static const char *const names[] = {"unfold", "contextual"};
  for (size_t k = 0; k < 2; k++) {
    CHECK(run("models/parpi1.hed", NULL, names[k], &s));
    CHECK_EQ(s.executions, 720);
    CHECK(run("models/locking1.hed", NULL, names[k], &s));
    CHECK_EQ(s.executions, 2520);
    CHECK(run("models/filesystem16.hed", NULL, names[k], &s));
    CHECK(s.executions <= 3);
    CHECK(run("models/filesystem18.hed", NULL, names[k], &s));
    CHECK(s.executions <= 3);
    CHECK(run("models/pairs.hed", NULL, names[k], &s));
    CHECK(s.executions <= 8);
    CHECK(run("models/dining.hed", NULL, names[k], &s));
    CHECK(s.executions <= 831);
    CHECK_EQ(s.stuck, 45);
  }
  CHECK(run("models/fib1.hed", NULL, "unfold", &s));
  CHECK_EQ(s.executions, 19605);
  CHECK(s.bytes <= 100 * s.events);
  CHECK(run("models/fib1.hed", NULL, "contextual", &s));
  CHECK(s.executions <= 6000);
}

/* A thread that looked in vain is no thread that ended: nobody is stuck. */
TEST(looks_in_vain_are_no_deadlocks) {
  struct sched_stats s;
  CHECK(run("tests/models/threads.hed", NULL, "unfold", &s));
  CHECK_EQ(s.deadlocked, 0);
  CHECK(run("tests/models/threads.hed", NULL, "contextual", &s));
  CHECK_EQ(s.deadlocked, 0);
}

/* Of events that lead to the same marking all but one are cut off, so there are
 * as many others as markings that an event can lead to; and the program is run
 * where the net does not know.  Three writers: a set of them has written, one
 * of these last: 3 + 2*3 + 3.  Six of two writes each: one of them last, after
 * one or two, the others anywhere: 6 * 2 * 3^5.  An event goes on from each of
 * them, or from the first, by whoever has not ended, and it is a cut-off or one
 * of these: 6 + 6 * (3^5 + 2 * 5 * 2 * 3^4) in all. */
TEST(stateful_unfoldings_have_an_event_for_each_marking) {
  static const struct {
    const char *file;
    uint64_t events, terminals, runs;
  } few[] = {{"models/fig73.hed", 11, 1, 1},
             {"models/fig74.hed", 12, 3, 1},
             {"models/writes.hed", 2916, 8268, 1}};
  for (size_t k = 0; k < 2 * (sizeof few / sizeof *few); k++) {
    struct sched_stats s;
    size_t i = k / 2;
    exact_states = k % 2;
    test_row("%s", few[i].file);
    CHECK(run(few[i].file, NULL, "stateful", &s));
    exact_states = false;
    CHECK_EQ(s.events, few[i].events);
    CHECK_EQ(s.terminals, few[i].terminals);
    CHECK_EQ(s.executions, few[i].runs);
    CHECK_EQ(s.misfit, 0);
  }
}

/* K table 8.3; where nothing is read there is nothing to learn after the first
 * run, and one more shows the deadlock. */
TEST(stateful_runs_are_as_few_as_in_the_thesis) {
  static const struct {
    const char *file;
    uint64_t most;
  } few[] = {{"models/filesystem16.hed", 3}, {"models/filesystem18.hed", 3},
             {"models/dining.hed", 4},       {"models/locking1.hed", 18},
             {"models/pairs.hed", 4},        {"models/parpi1.hed", 720},
             {"models/fib1.hed", 5440}};
  for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
    struct sched_stats s;
    test_row("%s", few[i].file);
    CHECK(run(few[i].file, NULL, "stateful", &s));
    CHECK(s.executions <= few[i].most);
  }
}
