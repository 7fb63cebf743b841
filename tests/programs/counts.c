/* Numbers of traces: those of FACTS.md section 5 (Kähkönen's benchmarks) and
 * section 6 (Lei and Carver's semaphore programs: there every two operations
 * on one semaphore are dependent, so traces are their CC-sequences). */
#include <stdlib.h>

#include "suite.h"

static const struct {
  const char *source;
  uint64_t traces, deadlocked;
  bool slow;
} rows[] = {
    {"programs/pairs.c", 16, 0, false},
    {"programs/fib1.c", 19605, 0, false},
    {"programs/fib2.c", 218243, 0, true},
    {"programs/dining1.c", 831, 45, false},
    {"programs/dining2.c", 5851, 121, false},
    {"programs/dining3.c", 38786, 320, true},
    {"programs/locking1.c", 2520, 0, false},
    {"programs/locking2.c", 22680, 0, true},
    {"programs/locking3.c", 113400, 0, true},
    {"programs/parpi1.c", 720, 0, false},
    {"programs/parpi2.c", 5040, 0, false},
    {"programs/filesystem16.c", 8, 0, false},
    {"programs/filesystem18.c", 32, 0, false},
    {"programs/szymanski1.c", 65138, 0, true},
    {"tests/programs/bb2.c", 12, 0, false},
    {"tests/programs/bb3.c", 324, 0, false},
    {"tests/programs/rw22.c", 608, 0, false},
    {"tests/programs/rw23.c", 12816, 0, true},
    {"tests/programs/rw32.c", 21744, 0, true},
};

static void count(struct suite *s, const char *source, uint64_t traces,
                  uint64_t deadlocked) {
  char *binary = suite_build(s, source);
  struct search r;
  if (!binary)
    return;
  if (suite_search(s, &r, binary,
                   &(struct search_options){.strategy = "optimal"})) {
    const struct sched_stats *t = &r.sched.stats;
    suite_check(s, r.sched.finished && t->executions == traces &&
                       t->deadlocked == deadlocked && !t->redundant &&
                       t->complete + t->deadlocked == traces,
                "%s: %lu executions, %lu deadlocked, %lu redundant; expected "
                "%lu and %lu",
                source, (unsigned long)t->executions,
                (unsigned long)t->deadlocked, (unsigned long)t->redundant,
                (unsigned long)traces, (unsigned long)deadlocked);
    suite_search_end(&r);
  }
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

void suite_counts(struct suite *s) {
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
    if (!s->quick || !rows[i].slow)
      count(s, rows[i].source, rows[i].traces, rows[i].deadlocked);
  closed_form(s);
}
