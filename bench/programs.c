/* How fast C programs are executed and covered: executions per CPU second,
 * all processes summed, pinned to one CPU.  Prints rows for
 * bench/RESULTS.md.
 *
 * With $GENMC the path of a GenMC (github.com/MPI-SWS/genmc), that is given the
 * same sources right after, on the same CPU and under the same memory model
 * (--sc).  It compiles them itself: what an empty program takes is not
 * counted. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/progress.h"
#include "base/text.h"
#include "bench/common.h"
#include "exec/program.h"
#include "sched/sched.h"
#include "sched/strategy.h"

struct result {
  uint64_t executions, traces; /* of all searches, of one */
  double seconds;
};

/* Searches until there are at least `least` executions, all on one process;
 * it is ended before the clock is read, so that its time counts. */
static struct result search(const char *binary, const char *strategy,
                            uint64_t runs, bool fork, uint64_t least) {
  struct text error = {0};
  double before = bench_cpu();
  struct executor *x = program_executor_open(
      &(struct program_options){.path = binary, .fork = fork}, &error);
  if (!x) {
    fprintf(stderr, "%s\n", text_str(&error));
    exit(1);
  }
  struct sched_options o = {.strategy = sched_strategy_find(strategy),
                            .seed = 1, .runs = runs, .all = true,
                            .preemptions = SCHED_UNBOUNDED,
                            .delays = SCHED_UNBOUNDED};
  struct result r = {0};
  do {
    struct sched s;
    sched_open(&s, x, &o);
    struct progress progress = {0};
    sched_run(&s, &progress);
    r.executions += s.stats.executions;
    r.traces = s.stats.executions;
    sched_close(&s);
  } while (r.executions < least);
  x->close(x);
  r.seconds = bench_cpu() - before;
  return r;
}

/* The best of three, because others use the machine too. */
static struct result best(const char *binary, const char *strategy,
                          uint64_t runs, bool fork, uint64_t least) {
  struct result b = search(binary, strategy, runs, fork, least);
  for (int i = 0; i < 2; i++) {
    struct result r = search(binary, strategy, runs, fork, least);
    if (r.seconds < b.seconds)
      b = r;
  }
  return b;
}

/* Seven traces are over before a process has started: the search that covers
 * everything is done again and again. */
static void rates(void) {
  static const struct {
    const char *name, *source;
  } rows[] = {{"fib 2x5", "programs/bench/fib5.c"},
              {"philosophers 3", "programs/bench/philosophers3.c"},
              {"philosophers 3, three meals",
               "programs/bench/philosophers33.c"},
              {"locked counter 2x3", "programs/bench/counter23.c"},
              {"locked counter 3x3", "programs/bench/counter33.c"}};
  puts("| program | random, executions per CPU s | a process each | times | "
       "optimal, executions per CPU s | traces |\n|---|---|---|---|---|---|");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *binary = bench_build(rows[i].source);
    struct result random = best(binary, "random", 300000, false, 0);
    struct result forked = best(binary, "random", 3000, true, 0);
    struct result all = best(binary, "optimal", 0, false, 20000);
    double rate = (double)random.executions / random.seconds;
    double slow = (double)forked.executions / forked.seconds;
    printf("| %s | %.0f | %.0f | %.0f | %.0f | %lu |\n", rows[i].name, rate,
           slow, rate / slow, (double)all.executions / all.seconds,
           (unsigned long)all.traces);
    free(binary);
  }
}

struct peer {
  unsigned long complete, blocked;
  double seconds;
};

/* One run of GenMC; zero executions: it did not say. */
static struct peer genmc_once(const char *source) {
  struct peer p = {0};
  struct text command = {0};
  char line[512];
  text_printf(&command,
              "'%s' --sc --disable-estimation -- -std=c11 -w '%s' 2>&1",
              getenv("GENMC"), source);
  double before = bench_cpu();
  FILE *f = popen(text_str(&command), "r");
  while (f && fgets(line, sizeof line, f)) {
    sscanf(line, "Number of complete executions explored: %lu", &p.complete);
    sscanf(line, "Number of blocked executions seen: %lu", &p.blocked);
  }
  if (!f || pclose(f))
    p.complete = 0;
  p.seconds = bench_cpu() - before;
  text_free(&command);
  return p;
}

/* The best of three, if it does not take long. */
static struct peer genmc(const char *source) {
  struct peer best = genmc_once(source);
  for (int i = 0; i < 2 && best.seconds < 3; i++) {
    struct peer p = genmc_once(source);
    best = p.seconds < best.seconds ? p : best;
  }
  return best;
}

static void peers(void) {
  static const struct {
    const char *name, *source;
    uint64_t traces;
  } rows[] = {{"fib 6", "programs/bench/fib6.c", 73789},
              {"lock counter 8", "programs/bench/counter8.c", 40320},
              {"dining 5, two meals", "programs/dining2.c", 5851},
              {"readers 15", "programs/bench/readers15.c", 32768},
              {"Szymanski 1", "programs/szymanski1.c", 65138},
              {"locking 3", "programs/locking3.c", 113400},
              {"ticket lock 7", "programs/bench/ticket7.c", 5040}};
  bool beside = getenv("GENMC") && *getenv("GENMC");
  double empty = beside ? genmc("bench/empty.c").seconds : 0;
  printf("\n| program | traces | CPU s | per CPU s |%s\n|---|---|---|---|%s\n",
         beside ? " GenMC, complete | blocked | CPU s | times |" : "",
         beside ? "---|---|---|---|" : "");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    char *binary = bench_build(rows[i].source);
    struct result r = best(binary, "optimal", 0, false, 0);
    printf("| %s | %lu%s | %.3f | %.0f |", rows[i].name,
           (unsigned long)r.executions,
           r.executions == rows[i].traces ? "" : " (WRONG)", r.seconds,
           (double)r.executions / r.seconds);
    if (beside) {
      struct peer p = genmc(rows[i].source);
      printf(" %lu | %lu | %.2f | %.1f |", p.complete, p.blocked,
             p.seconds - empty, (p.seconds - empty) / r.seconds);
    }
    putchar('\n');
    fflush(stdout);
    free(binary);
  }
}

int main(void) {
  if (!bench_begin())
    return 1;
  rates();
  peers();
  return bench_end();
}
