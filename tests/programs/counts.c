/* Numbers of traces: those of doc/papers.md (Kähkönen's benchmarks) and
 * section 6 (Lei and Carver's semaphore programs: there every two operations
 * on one semaphore are dependent, so traces are their CC-sequences, which
 * `reach` counts). */
#include <stdlib.h>

#include "sched/strategy.h"
#include "suite.h"

static const struct {
  const char *source;
  uint64_t traces, deadlocked;
  bool slow; /* not in a quick build */
  bool lei;  /* one of Lei and Carver's: `reach` too, slow or not */
} rows[] = {
    {"programs/pairs.c", 16, 0, false, false},
    {"programs/fib1.c", 19605, 0, false, false},
    {"programs/fib2.c", 218243, 0, true, false},
    {"programs/dining1.c", 831, 45, false, false},
    {"programs/dining2.c", 5851, 121, false, false},
    {"programs/dining3.c", 38786, 320, true, false},
    {"programs/locking1.c", 2520, 0, false, false},
    {"programs/locking2.c", 22680, 0, true, false},
    {"programs/locking3.c", 113400, 0, true, false},
    {"programs/parpi1.c", 720, 0, false, false},
    {"programs/parpi2.c", 5040, 0, false, false},
    {"programs/filesystem16.c", 8, 0, false, false},
    {"programs/filesystem18.c", 32, 0, false, false},
    {"programs/szymanski1.c", 65138, 0, true, false},
    {"tests/programs/bb2.c", 12, 0, false, true},
    {"tests/programs/bb3.c", 324, 0, false, true},
    {"tests/programs/rw22.c", 608, 0, false, true},
    {"tests/programs/rw23.c", 12816, 0, true, true},
    {"tests/programs/rw32.c", 21744, 0, true, true},
    {"tests/programs/dp3.c", 30, 0, false, true},
    {"tests/programs/dp4.c", 720, 0, false, true},
    {"tests/programs/dp5.c", 22300, 0, true, true},
    {"tests/programs/slide.c", 224, 0, false, true},
};

static void count(struct suite *s, const char *source, const char *binary,
                  const char *strategy, uint64_t traces, uint64_t deadlocked) {
  struct search r;
  if (!suite_search(s, &r, binary,
                    &(struct search_options){.strategy = strategy}))
    return;
  const struct sched_stats *t = &r.sched.stats;
  suite_check(s,
              sched_covered(&r.sched) && t->executions == traces &&
                  t->deadlocked == deadlocked && !t->redundant &&
                  t->complete + t->deadlocked == traces,
              "%s: %s: %lu executions, %lu deadlocked, %lu redundant; "
              "expected %lu and %lu",
              source, strategy, (unsigned long)t->executions,
              (unsigned long)t->deadlocked, (unsigned long)t->redundant,
              (unsigned long)traces, (unsigned long)deadlocked);
  suite_search_end(&r);
}

/* Semaphores, locks and what hangs on them: sequences are traces. */
static void count_row(struct suite *s, size_t i) {
  char *binary = suite_build(s, rows[i].source);
  if (binary)
    count(s, rows[i].source, binary, "optimal", rows[i].traces,
          rows[i].deadlocked);
  if (binary && (rows[i].lei || !rows[i].slow))
    count(s, rows[i].source, binary, "reach", rows[i].traces,
          rows[i].deadlocked);
  free(binary);
}

/* Programs that pass messages: `reach` runs their SR-sequences, as of the models
 * of the same name, whatever the messages go through. */
static void messages(struct suite *s) {
  static const struct {
    const char *source;
    uint64_t sequences;
  } few[] = {{"programs/program_m.c", 4},
             {"programs/program_m_pipes.c", 4},
             {"programs/program_m_datagrams.c", 4},
             {"programs/program_m_queues.c", 4},
             {"programs/workers.c", 96},
             {"programs/workers_pipes.c", 96},
             {"programs/workers_datagrams.c", 96},
             {"programs/workers_queues.c", 96}};
  for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
    char *binary = suite_build(s, few[i].source);
    if (binary)
      count(s, few[i].source, binary, "reach", few[i].sequences, 0);
    free(binary);
  }
}

/* Blocks that touch different variables are in no order, and neither are
 * unlocks that fail: `optimal` runs the traces of what is left. */
static void independent(struct suite *s) {
  static const struct {
    const char *source;
    uint64_t traces;
  } few[] = {{"tests/cases/atomic-independent.c", 1},
             {"tests/cases/failing-unlock-many.c", 6}};
  for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
    char *binary = suite_build(s, few[i].source);
    if (binary)
      count(s, few[i].source, binary, "optimal", few[i].traces, 0);
    free(binary);
  }
}

/* K table 8.3, stateful unfolding and the naive walk of the same net: a few
 * runs show the net of what has thousands of traces, and fewer where it knows
 * values of variables (`apart`: it does not, as K has it).  Which run shows a
 * part of the net first, and so how many there are, does not depend on where
 * objects are in memory. */
static void few_runs(struct suite *s) {
  static const struct {
    const char *source;
    uint64_t runs;
    const char *strategy;
    bool slow, apart;
  } few[] = {
      {"programs/parpi1.c", 720, "stateful-naive", .apart = true},
      {"programs/dining1.c", 2, "stateful-naive", .apart = true},
      {"programs/dining2.c", 2, "stateful-naive", .apart = true},
      {"programs/locking1.c", 24, "stateful-naive", .apart = true},
      {"tests/programs/elsewhere/locking1.c", 24, "stateful-naive",
       .apart = true},
      {"programs/writes.c", 1, "stateful-naive", .apart = true},
      {"programs/locking1.c", 4, "stateful-naive"},
      {"programs/parpi1.c", 13, "stateful"},
      {"programs/filesystem16.c", 2, "stateful", .apart = true},
      {"programs/filesystem18.c", 2, "stateful", .apart = true},
      {"programs/dining1.c", 2, "stateful", .apart = true},
      {"programs/dining2.c", 2, "stateful", .apart = true},
      {"programs/dining3.c", 2, "stateful", true, true},
      {"programs/dining4.c", 2, "stateful", true, true},
      {"programs/locking1.c", 18, "stateful", .apart = true},
      {"tests/programs/elsewhere/locking1.c", 18, "stateful", .apart = true},
      {"tests/programs/elsewhere/filesystem18.c", 2, "stateful", .apart = true},
      {"programs/locking2.c", 24, "stateful", true, true},
      {"programs/writes.c", 1, "stateful", .apart = true},
      {"programs/parpi1.c", 720, "stateful", .apart = true},
      {"programs/filesystem18.c", 2, "stateful"},
      {"programs/locking1.c", 3, "stateful"},
      {"tests/programs/elsewhere/locking1.c", 3, "stateful"},
      {"programs/locking4.c", 5, "stateful", true},
      {"programs/fib1.c", 1199, "stateful", true},
      {"programs/fib1.c", 4971, "stateful", true, true},
  };
  for (size_t i = 0; i < sizeof few / sizeof *few; i++) {
    struct search r;
    const struct search_options how = {.strategy = few[i].strategy,
                                       .no_values = few[i].apart};
    char *binary =
        s->quick && few[i].slow ? NULL : suite_build(s, few[i].source);
    if (binary && suite_search(s, &r, binary, &how)) {
      const struct sched_stats *t = &r.sched.stats;
      suite_check(s,
                  sched_covered(&r.sched) && t->executions == few[i].runs &&
                      !t->misfit,
                  "%s: %s%s: %lu executions, expected %lu", few[i].source,
                  how.strategy, how.no_values ? " without values" : "",
                  (unsigned long)t->executions, (unsigned long)few[i].runs);
      suite_search_end(&r);
    }
    free(binary);
  }
}

struct outputs {
  struct map seen;
};

static void note_output(void *user, const struct batch *b, uint32_t i) {
  struct outputs *o = user;
  if (b->runs[i].end == RUN_COMPLETE)
    map_put(&o->seen, b->runs[i].state, 1);
}

/* All arrangements of 1, 2, 3, 3 are printed. */
static void twelve_outputs(struct suite *s) {
  char *binary = suite_build(s, "tests/programs/slide.c");
  struct executor *x =
      binary ? suite_open(s, binary, &(struct search_options){0}) : NULL;
  struct outputs o = {0};
  struct sched_options options = {.strategy = sched_strategy_find("reach"),
                                  .preemptions = SCHED_UNBOUNDED,
                                  .delays = SCHED_UNBOUNDED,
                                  .all = true,
                                  .watch = note_output,
                                  .watch_user = &o};
  if (x) {
    struct sched r;
    sched_open(&r, x, &options);
    sched_run(&r, NULL);
    suite_check(s, sched_covered(&r) && o.seen.len == 12,
                "slide: %zu different outputs, expected 12", o.seen.len);
    sched_close(&r);
    x->close(x);
  }
  map_free(&o.seen);
  free(binary);
}

/* Three threads of 2 (main), 3 and 3 accesses, and the last step of main:
 * 8!/(2! 3! 3!) interleavings. */
static void closed_form(struct suite *s) {
  char *binary = suite_build(s, "tests/programs/fib-once.c");
  struct search r;
  if (binary && suite_search(s, &r, binary,
                             &(struct search_options){.strategy = "full"})) {
    suite_check(s, r.sched.stats.executions == 560,
                "fib-once: %lu interleavings, expected 560",
                (unsigned long)r.sched.stats.executions);
    suite_search_end(&r);
  }
  free(binary);
}

static size_t races_found(struct suite *s, const char *binary,
                          const char *strategy) {
  struct search r;
  if (!suite_search(s, &r, binary,
                    &(struct search_options){.strategy = strategy}))
    return 0;
  size_t n = sched_covered(&r.sched) ? r.sched.findings.len : 0;
  suite_search_end(&r);
  return n;
}

/* Where states are recognised races are not lost. */
static void same_races(struct suite *s) {
  char *binary = suite_build(s, "tests/programs/two-ways.c");
  size_t all = binary ? races_found(s, binary, "optimal") : 0;
  static const char *const rows_of_states[] = {"stateful", "stateful-naive",
                                               "stateful-runs"};
  for (size_t i = 0; i < 3; i++) {
    size_t some = binary ? races_found(s, binary, rows_of_states[i]) : 0;
    suite_check(s, all > 1 && some == all,
                "two-ways: %s finds %zu races, optimal %zu", rows_of_states[i],
                some, all);
  }
  free(binary);
}

void suite_counts(struct suite *s) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!s->quick || !rows[i].slow)
      count_row(s, i);
  independent(s);
  messages(s);
  few_runs(s);
  closed_form(s);
  twelve_outputs(s);
  same_races(s);
}
