/* Included by the programs of the oracle (write.h): which of them runs.
 *
 * Built by `heddle cc` it is the one whose number is the argument.  Built by
 * another compiler, `PROGRAM NUMBER RUNS SEED SURE` runs it so many times, each
 * in a process of its own whose threads yield at random, and prints a line for
 * each run (outcomes.h reads it):
 *
 *     exit CODE, assert LINE, signal NUMBER
 *     stuck      every thread waits, and for no time: SURE looks in a row saw
 *                the same
 *     round      it computed for long: nobody can say whether it ends
 *     assumed    an assumption did not hold: it does not count
 *
 * and "done" after the last, or after a few that did not end.
 *
 * Heddle's memory is sequentially consistent, so a fence stands before each
 * statement, and the compiler must not optimise.  Inputs are drawn; a time to
 * wait for is near, and may be over before. */
#ifndef TESTS_ORACLE_NATIVE_H
#define TESTS_ORACLE_NATIVE_H

#ifdef __HEDDLE__
#define Y

static int select_program(int argc, char **argv, int (*const *mains)(void)) {
  return argc > 1 ? mains[atoi(argv[1])]() : 0;
}

#else
#include <dirent.h>
#include <signal.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>

static _Thread_local unsigned luck;
static unsigned luck_seed;

static unsigned draw(void) {
  if (!luck)
    luck = luck_seed * 2654435761u + (unsigned)(size_t)&luck;
  luck = luck * 1664525u + 1013904223u;
  return luck >> 8;
}

/* Runs differ in how often they yield, or sleep so that others get ahead. */
static void maybe_yield(void) {
  unsigned n = draw(), often = 2 + luck_seed % 5;
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  if (n % often == 0)
    usleep(n >> 8 & 63);
  else if (n % often == 1)
    sched_yield();
}
#define Y maybe_yield();

static struct timespec *soon(clockid_t clock) {
  static _Thread_local struct timespec at;
  clock_gettime(clock, &at);
  at.tv_nsec += draw() % 300000;
  at.tv_sec += at.tv_nsec / 1000000000;
  at.tv_nsec %= 1000000000;
  return &at;
}
#define never (*soon(CLOCK_REALTIME))
#undef never_monotonic
#define never_monotonic (*soon(CLOCK_MONOTONIC))

/* Microseconds of processor time that no run takes which ends; how many run at
 * a time, since most of the time they sleep; after how many that do not end
 * there are no more: they take long, and say little. */
#ifndef __SANITIZE_THREAD__
enum { COMPUTES_MOST = 20000, WORKERS = 4, PATIENCE = 2 };
#else
enum { COMPUTES_MOST = 150000, WORKERS = 1, PATIENCE = 1 };
/* Those that it does not know. */
#define pthread_mutex_clocklock(m, clock, at) pthread_mutex_timedlock(m, &never)
#define sem_clockwait(s, clock, at) sem_timedwait(s, at)
#define pthread_rwlock_clockrdlock(l, clock, at)                               \
  pthread_rwlock_timedrdlock(l, &never)
#define pthread_rwlock_clockwrlock(l, clock, at)                               \
  pthread_rwlock_timedwrlock(l, &never)
#define pthread_clockjoin_np(t, r, clock, at) pthread_timedjoin_np(t, r, &never)
#endif

/* The first to say something ends the process. */
static void conclude(const char *word, int line) {
  static int concluded;
  char text[32];
  while (__atomic_exchange_n(&concluded, 1, __ATOMIC_RELAXED))
    pause();
  int len = snprintf(text, sizeof text, line ? "%s %d\n" : "%s\n", word, line);
  _exit(write(1, text, (size_t)len) < 0 ? 255 : 254);
}

#undef assert
#define assert(x) ((x) ? (void)0 : conclude("assert", __LINE__))
#define heddle_choose(n) ((int)(draw() % (n)))
#define heddle_input(name, low, high) (low + (int)(draw() % (high - low + 1)))
#define heddle_assume(x) ((x) ? (void)0 : conclude("assumed", 0))
#define heddle_fail(text) conclude("assert", __LINE__)

/* How often the threads of a process have been given up by their processors,
 * or -1 when one of them is not asleep; main, which has ended, is a zombie. */
static long asleep(pid_t pid) {
  char name[300], line[128];
  long sum = 0;
  snprintf(name, sizeof name, "/proc/%d/task", (int)pid);
  DIR *d = opendir(name);
  for (struct dirent *e; d && sum >= 0 && (e = readdir(d));) {
    snprintf(name, sizeof name, "/proc/%d/task/%s/status", (int)pid, e->d_name);
    FILE *f = e->d_name[0] == '.' ? NULL : fopen(name, "r");
    while (f && sum >= 0 && fgets(line, sizeof line, f))
      if (!strncmp(line, "State:\t", 7) && line[7] != 'S' && line[7] != 'Z')
        sum = -1;
      else if (strstr(line, "voluntary_ctxt_switches:"))
        sum += atol(strchr(line, ':') + 1);
    if (f)
      fclose(f);
  }
  if (d)
    closedir(d);
  return d ? sum : -1;
}

/* Waits for the end of the process.  One whose threads all sleep, and slept on
 * while any time that they wait for was long over, will not end: true.  How
 * long that is depends on what else the machine does. */
static int is_stuck(pid_t pid, unsigned sure, int *status) {
  enum { PAUSE = 4000, FIRST = 100 };
  long before = -1;
  unsigned pause = FIRST;
  for (unsigned equal = 0; equal < sure; pause *= pause < PAUSE ? 2 : 1) {
    if (waitpid(pid, status, WNOHANG))
      return 0;
    usleep(pause);
    if (pause < PAUSE)
      continue;
    long now = asleep(pid);
    equal = now >= 0 && now == before ? equal + 1 : 0;
    before = now;
  }
  kill(pid, SIGKILL);
  waitpid(pid, status, 0);
  return 1;
}

/* Whether it ended. */
static int run_once(int (*run)(void), unsigned seed, unsigned sure) {
  enum { FAILED = 254 };
  pid_t pid = fork();
  if (pid == 0) {
    luck_seed = seed;
    struct itimerval most = {{0, 0}, {0, COMPUTES_MOST}};
    setitimer(ITIMER_PROF, &most, NULL);
    exit(run());
  }
  int status = 0, stuck = is_stuck(pid, sure, &status);
  int round = WIFSIGNALED(status) && WTERMSIG(status) == SIGPROF;
  if (stuck || round)
    puts(stuck ? "stuck" : "round");
  else if (WIFSIGNALED(status))
    printf("signal %d\n", WTERMSIG(status));
  else if (WEXITSTATUS(status) != FAILED)
    printf("exit %d\n", WEXITSTATUS(status));
  fflush(stdout);
  return !stuck && !round;
}

static int select_program(int argc, char **argv, int (*const *mains)(void)) {
  if (argc < 5)
    return 2;
  unsigned runs = (unsigned)atoi(argv[2]), seed = (unsigned)atoi(argv[3]);
  unsigned sure = (unsigned)atoi(argv[4]);
  for (unsigned w = 0; w < WORKERS; w++)
    if (fork() == 0) {
      unsigned endless = 0;
      for (unsigned i = w; i < runs && endless < PATIENCE; i += WORKERS)
        endless += !run_once(mains[atoi(argv[1])], seed + i, sure);
      _exit(0);
    }
  for (unsigned w = 0; w < WORKERS; w++)
    wait(NULL);
  puts("done");
  return 0;
}
#endif

#endif
