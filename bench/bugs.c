/* How soon each strategy finds the bugs of programs/bugs: executions and CPU
 * time of a search that ends with the first finding of the kind in question
 * (data races are looked for only where the bug is one).  Of auto, pos, random
 * and pct the median over the seeds.  Prints rows for bench/RESULTS.md. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/progress.h"
#include "base/text.h"
#include "bench/common.h"
#include "exec/program.h"
#include "programs/bugs/bugs.h"
#include "sched/sched.h"
#include "sched/strategy.h"

enum { SEEDS = 101, MOST = 100000, DEPTH = 3 };

static const struct {
  const char *name;
  uint8_t kind, least;
} rows[] = {
#define ROW(name, kind, least) {name, FOUND_##kind, least},
    BUGS_KNOWN(ROW)
#undef ROW
};
enum { ROWS = sizeof rows / sizeof *rows };

static const char *const strategies[] = {"auto", "optimal", "dpor",
                                        "pos",  "random",  "pct"};
enum { STRATEGIES = sizeof strategies / sizeof *strategies };

struct result {
  uint64_t executions[SEEDS];
  double microseconds; /* of one search */
  unsigned missed;     /* seeds that found nothing */
};

static int by_size(const void *a, const void *b) {
  uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

static uint64_t first_of(const struct sched *s, uint8_t kind) {
  for (size_t i = 0; i < s->findings.len; i++)
    if (s->findings.at[i].kind == kind)
      return s->findings.at[i].execution;
  return 0;
}

static uint32_t depth_of(const char *strategy) {
  return strcmp(strategy, "pct") ? 0 : DEPTH;
}

/* All seeds in one process of the program, which is ended before the clock is
 * read, so that its time counts; as does its start, a part of SEEDS. */
static struct result measure(const char *binary, size_t row, size_t which) {
  struct result r = {0};
  struct text error = {0};
  double before = bench_cpu();
  struct executor *x = program_executor_open(
      &(struct program_options){.path = binary}, &error);
  if (!x) {
    fprintf(stderr, "%s\n", text_str(&error));
    exit(1);
  }
  for (unsigned i = 0; i < SEEDS; i++) {
    struct sched_options o = {.strategy = sched_strategy_find(strategies[which]),
                              .seed = i + 1, .runs = MOST,
                              .depth = depth_of(strategies[which]),
                              .no_races = rows[row].kind != FOUND_RACE,
                              .preemptions = SCHED_UNBOUNDED,
                              .delays = SCHED_UNBOUNDED};
    struct sched s;
    struct progress progress = {0};
    sched_open(&s, x, &o);
    sched_run(&s, &progress);
    r.executions[i] = first_of(&s, rows[row].kind);
    if (!r.executions[i]) {
      r.executions[i] = UINT64_MAX;
      r.missed++;
    }
    sched_close(&s);
  }
  x->close(x);
  r.microseconds = (bench_cpu() - before) * 1e6 / SEEDS;
  qsort(r.executions, SEEDS, sizeof *r.executions, by_size);
  return r;
}

static uint64_t median(const struct result *r) {
  return r->executions[SEEDS / 2];
}

static void print(const struct result *r) {
  if (median(r) == UINT64_MAX)
    printf(" more than %d", MOST);
  else
    printf(" %lu", (unsigned long)median(r));
  if (r->missed && median(r) != UINT64_MAX)
    printf(" (%u seeds: none)", r->missed);
  printf(" / %.0f |", r->microseconds);
}

int main(void) {
  static uint64_t medians[STRATEGIES][ROWS];
  static double times[STRATEGIES];
  if (!bench_begin())
    return 1;
  puts("| program | finding | least preemptions | auto | optimal | dpor | pos | "
       "random | pct |\n|---|---|---|---|---|---|---|---|---|");
  for (size_t i = 0; i < ROWS; i++) {
    char source[128];
    snprintf(source, sizeof source, "programs/bugs/%s.c", rows[i].name);
    char *binary = bench_build(source);
    printf("| %s | %s | %u |", rows[i].name, found_key(rows[i].kind),
           rows[i].least);
    for (size_t k = 0; k < STRATEGIES; k++) {
      struct result r = measure(binary, i, k);
      print(&r);
      medians[k][i] = median(&r);
      times[k] += r.microseconds;
    }
    puts("");
    fflush(stdout);
    free(binary);
  }
  printf("| median, mean | | |");
  for (size_t k = 0; k < STRATEGIES; k++) {
    qsort(medians[k], ROWS, sizeof **medians, by_size);
    printf(" %lu / %.0f |", (unsigned long)medians[k][ROWS / 2],
           times[k] / ROWS);
  }
  puts("");
  return bench_end();
}
