/* Markings of runs: equal where the program is in the same state (Kähkönen,
 * figures 7.3 and 7.4), different where it is not. */
#include <string.h>

#include "base/text.h"
#include "exec/model.h"
#include "lang/lang.h"
#include "sched/marking.h"
#include "sched/sched.h"
#include "sched/strategy.h"
#include "test.h"

struct ends {
  struct map markings;
  size_t runs;
};

static void note_end(void *user, const struct batch *b, uint32_t i) {
  struct ends *w = user;
  struct marking m = {0};
  bool alone;
  marking_begin(&m, b->events + b->runs[i].events, b->runs[i].events_len);
  while (marking_more(&m))
    marking_step(&m, &alone);
  map_put(&w->markings, m.hash, 1);
  w->runs++;
  marking_free(&m);
}

/* All runs of a model, or all its traces, and how many states they end in. */
static size_t count_ends(const char *text, const char *strategy, size_t runs) {
  struct diag quiet = {0};
  struct model *m = lang_read("marking", text, strlen(text), NULL, &quiet);
  CHECK(m != NULL);
  if (!m)
    return 0;
  struct ends w = {0};
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .all = true,
                            .watch = note_end,
                            .watch_user = &w};
  struct executor *x = model_executor_open(m, NULL);
  struct sched s;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  CHECK(s.finished);
  CHECK_EQ(w.runs, runs);
  size_t ends = w.markings.len;
  sched_close(&s);
  x->close(x);
  map_free(&w.markings);
  model_free(m);
  return ends;
}

TEST(locks_taken_in_any_order_lead_to_one_marking) {
  CHECK_EQ(count_ends("lock l\nshared x, y\n"
                      "thread a { lock l; x = 1; unlock l }\n"
                      "thread b { lock l; y = 1; unlock l }\n",
                      "optimal", 2),
           1);
}

TEST(three_writers_lead_to_three_markings) {
  CHECK_EQ(count_ends("shared x\nthread a { x = 1 }\nthread b { x = 2 }\n"
                      "thread c { x = 3 }\n",
                      "full", 6),
           3);
}

/* Who read what is part of it. */
TEST(what_a_thread_read_is_part_of_the_marking) {
  CHECK_EQ(count_ends("shared x\nthread a { x = 1 }\n"
                      "thread b { var r: int; r = x }\n",
                      "full", 2),
           2);
}

TEST(semaphores_are_what_they_count) {
  CHECK_EQ(count_ends("sem s = 1\nthread a { P s; V s }\n"
                      "thread b { P s; V s }\nthread c { V s }\n",
                      "optimal", 18),
           1);
}

static size_t runs_of(const char *file, const char *strategy,
                      struct sched_stats *stats) {
  struct text source = {0};
  struct diag quiet = {0};
  CHECK(text_read_file(&source, file));
  struct model *m =
      lang_read(file, text_str(&source), source.len, NULL, &quiet);
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED,
                            .all = true};
  struct executor *x = model_executor_open(m, NULL);
  struct sched s;
  sched_open(&s, x, &o);
  sched_run(&s, NULL);
  CHECK(s.finished);
  size_t runs = s.stats.executions;
  if (stats)
    *stats = s.stats;
  sched_close(&s);
  x->close(x);
  model_free(m);
  text_free(&source);
  return runs;
}

/* The states of the net are those that full runs pass: K figures 7.3 and 7.4;
 * six writers of two writes each: one has written last, after one or two, the
 * others stand anywhere, and nobody has at first. */
TEST(the_net_is_walked_state_by_state) {
  static const struct {
    const char *file;
    uint64_t states;
  } few[] = {{"models/fig73.hed", 12},
             {"models/fig74.hed", 1 + 3 + 2 * 3 + 3},
             {"models/writes.hed", 1 + 6 * 2 * 3 * 3 * 3 * 3 * 3}};
  for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
    struct sched_stats s;
    test_row("%s", few[i].file);
    CHECK_EQ(runs_of(few[i].file, "stateful-naive", &s), 1);
    CHECK_EQ(s.states, few[i].states);
    CHECK_EQ(s.misfit, 0);
  }
}

/* 7,484,400 traces each. */
TEST(stateful_runs_cover_what_has_millions_of_traces) {
  CHECK(runs_of("models/writes.hed", "stateful-runs", NULL) < 5000);
  CHECK(runs_of("models/locking4.hed", "stateful-runs", NULL) < 5000);
  CHECK_EQ(runs_of("models/fig73.hed", "stateful-runs", NULL), 2);
}
