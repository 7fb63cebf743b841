/* Included by the programs of the oracle (write.h): which of them runs.
 *
 * Built by `heddle cc` it is the one whose number is the argument.  Built by
 * another compiler, `PROGRAM NUMBER RUNS SEED` runs it so many times, each in
 * a process of its own whose threads yield at random, and prints a line for
 * each run: "exit CODE", "assert LINE", "signal NUMBER" or "stuck". */
#ifndef TESTS_ORACLE_NATIVE_H
#define TESTS_ORACLE_NATIVE_H

#define _GNU_SOURCE
#include <stdlib.h>

#ifdef __HEDDLE__
#define Y

static int select_program(int argc, char **argv, int (*const *mains)(void)) {
  return argc > 1 ? mains[atoi(argv[1])]() : 0;
}

#else
#include <assert.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static _Thread_local unsigned luck;
static unsigned luck_seed;

/* One of two times on; sometimes long enough for everybody else. */
static void maybe_yield(void) {
  if (!luck)
    luck = luck_seed * 2654435761u + (unsigned)(size_t)&luck;
  luck = luck * 1664525u + 1013904223u;
  if (luck >> 30 == 0)
    sched_yield();
  else if (luck >> 27 == 9)
    usleep(luck >> 8 & 127);
}
#define Y maybe_yield();

#undef assert
#define assert(x) ((x) ? (void)0 : failed_at(__LINE__))

static void failed_at(int line) {
  char text[32];
  int len = snprintf(text, sizeof text, "assert %d\n", line);
  if (write(1, text, (size_t)len) < 0)
    _exit(255);
  _exit(254);
}

static void run_once(int (*run)(void), unsigned seed) {
  enum { SECONDS = 1, FAILED = 254 };
  pid_t pid = fork();
  if (pid == 0) {
    luck_seed = seed;
    alarm(SECONDS);
    exit(run());
  }
  int status = 0;
  waitpid(pid, &status, 0);
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGALRM)
    puts("stuck");
  else if (WIFSIGNALED(status))
    printf("signal %d\n", WTERMSIG(status));
  else if (WEXITSTATUS(status) != FAILED)
    printf("exit %d\n", WEXITSTATUS(status));
  fflush(stdout);
}

static int select_program(int argc, char **argv, int (*const *mains)(void)) {
  if (argc < 4)
    return 2;
  unsigned runs = (unsigned)atoi(argv[2]), seed = (unsigned)atoi(argv[3]);
  for (unsigned i = 0; i < runs; i++)
    run_once(mains[atoi(argv[1])], seed + i);
  return 0;
}
#endif

#endif
