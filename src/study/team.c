#include "study/team.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"

enum { WORKERS_MAX = 256 };
#define IDLE SIZE_MAX

struct team_board {
  _Atomic size_t next, done;
  atomic_bool ending, taken;
  char said[512];
  struct seat {
    pid_t pid; /* 0: empty; only the parent looks */
    _Atomic size_t job;
  } seats[WORKERS_MAX];
};

void team_say(struct team *t, const char *what) {
  if (!atomic_exchange(&t->board->taken, true))
    snprintf(t->board->said, sizeof t->board->said, "%s", what);
}

static void serve(struct team *t, struct seat *seat) {
  struct team_board *b = t->board;
  while (!atomic_load(&b->ending) && !progress_stopped(t->progress)) {
    size_t job = atomic_fetch_add(&b->next, 1);
    if (job >= t->count)
      break;
    atomic_store(&seat->job, job);
    bool ok = t->work(t, job);
    atomic_store(&seat->job, IDLE);
    if (!ok) {
      atomic_store(&b->ending, true);
      break;
    }
    atomic_fetch_add(&b->done, 1);
  }
}

static bool start_worker(struct team *t, struct seat *seat) {
  pid_t parent = getpid();
  atomic_store(&seat->job, IDLE);
  pid_t pid = fork();
  if (pid < 0)
    return false;
  if (pid > 0) {
    seat->pid = pid; /* the seat is shared: the worker must not write it */
    return true;
  }
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) /* it died before we could say so */
    _exit(1);
  if (t->progress)
    t->progress->show = NULL; /* the parent draws the line */
  serve(t, seat);
  _exit(0);
}

/* Looks after one worker; true while it lives. */
static bool mind(struct team *t, struct seat *seat) {
  int status;
  if (!seat->pid || waitpid(seat->pid, &status, WNOHANG) == 0)
    return seat->pid != 0;
  seat->pid = 0;
  size_t job = atomic_load(&seat->job);
  bool well = WIFEXITED(status) && WEXITSTATUS(status) == 0;
  if (well || progress_stopped(t->progress) || job == IDLE)
    return false;
  vec_push(&t->crashed, job);
  return !atomic_load(&t->board->ending) && start_worker(t, seat);
}

static void tell_all(struct team *t, unsigned workers, int sig) {
  for (unsigned i = 0; i < workers; i++)
    if (t->board->seats[i].pid)
      kill(t->board->seats[i].pid, sig);
}

static void watch(struct team *t, unsigned workers) {
  unsigned alive = workers;
  double told = 0;
  while (alive) {
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    alive = 0;
    for (unsigned i = 0; i < workers; i++)
      alive += mind(t, &t->board->seats[i]);
    if (progress_due(t->progress))
      progress_show(t->progress, t->name,
                    (struct progress_figure[]){
                        {t->unit, atomic_load(&t->board->done) + t->already},
                        {"of", t->count + t->already}},
                    2);
    if (!progress_stopped(t->progress) || !alive)
      continue;
    if (!told) {
      tell_all(t, workers, SIGINT);
      told = clock_wall();
    } else if (clock_wall() - told > 2) {
      tell_all(t, workers, SIGKILL);
    }
  }
}

bool team_run(struct team *t) {
  unsigned workers = t->workers ? t->workers : clock_cores(), started = 0;
  if (workers > WORKERS_MAX)
    workers = WORKERS_MAX;
  if (workers > t->count)
    workers = (unsigned)t->count;
  if (!workers)
    return true;
  t->board = mmap(NULL, sizeof *t->board, PROT_READ | PROT_WRITE,
                  MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (t->board == MAP_FAILED) {
    t->board = NULL;
    return false;
  }
  while (started < workers && start_worker(t, &t->board->seats[started]))
    started++;
  watch(t, started);
  t->done = atomic_load(&t->board->done);
  t->stopped = t->done + t->crashed.len < t->count;
  memcpy(t->said, t->board->said, sizeof t->said);
  munmap(t->board, sizeof *t->board);
  t->board = NULL;
  return started > 0;
}

void team_free(struct team *t) {
  vec_free(&t->crashed);
}
