#include "serve/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/vec.h"

static const rlim_t address_space_most = (rlim_t)8 << 30;
static const rlim_t file_most = (rlim_t)256 << 20;

static void limit(int what, rlim_t most) {
  struct rlimit l;
  if (getrlimit(what, &l))
    return;
  if (l.rlim_max == RLIM_INFINITY || l.rlim_max > most)
    l.rlim_max = most;
  if (l.rlim_cur == RLIM_INFINITY || l.rlim_cur > l.rlim_max)
    l.rlim_cur = l.rlim_max;
  setrlimit(what, &l);
}

/* Between fork and exec of a process with threads: only calls that a signal
 * handler may make. */
static _Noreturn void become(const char *program, char *const *words,
                             char *const *environment, int folder,
                             const int to[CHILD_STREAMS], pid_t parent,
                             bool address_space) {
  sigset_t none;
  sigemptyset(&none);
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent)
    _exit(127);
  limit(RLIMIT_CORE, 0);
  limit(RLIMIT_FSIZE, file_most);
#ifndef __SANITIZE_ADDRESS__ /* its shadow is larger than any limit */
  if (address_space)
    limit(RLIMIT_AS, address_space_most);
#else
  (void)address_space;
#endif
  int input = open("/dev/null", O_RDONLY);
  /* Above those that are to be set, so that none is closed by another. */
  int high[CHILD_STREAMS];
  for (int i = 0; i < CHILD_STREAMS; i++)
    high[i] = fcntl(to[i], F_DUPFD, 16);
  if (fchdir(folder) || input < 0 || dup2(input, 0) < 0)
    _exit(127);
  for (int i = 0; i < CHILD_STREAMS; i++)
    if (dup2(high[i], i + 1) < 0)
      _exit(127);
  for (int i = 4; i < 1024; i++)
    close(i);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(program, words, environment);
  _exit(127);
}

static void close_all(const int fds[], size_t count) {
  for (size_t i = 0; i < count; i++)
    if (fds[i] >= 0)
      close(fds[i]);
}

bool child_start(struct child *c, const char *program, char *const *words,
                 int folder, bool address_space) {
  static char progress[] = "HEDDLE_PROGRESS=3";
  int to[CHILD_STREAMS] = {-1, -1, -1};
  VEC(char *) environment = {0};
  for (char **e = environ; *e; e++)
    if (strncmp(*e, progress, sizeof progress - 2))
      vec_push(&environment, *e);
  vec_push(&environment, progress);
  vec_push(&environment, NULL);
  for (int i = 0; i < CHILD_STREAMS; i++)
    c->from[i] = -1;
  bool ok = true;
  for (int i = 0; ok && i < CHILD_STREAMS; i++) {
    int ends[2];
    ok = !pipe2(ends, O_CLOEXEC);
    if (ok) {
      c->from[i] = ends[0];
      to[i] = ends[1];
      fcntl(ends[0], F_SETFL, O_NONBLOCK);
    }
  }
  pid_t parent = getpid();
  c->pid = ok ? fork() : -1;
  if (!c->pid)
    become(program, words, environment.at, folder, to, parent, address_space);
  int error = errno;
  if (c->pid > 0)
    setpgid(c->pid, c->pid); /* whoever of the two comes first */
  else
    close_all(c->from, CHILD_STREAMS);
  close_all(to, CHILD_STREAMS);
  vec_free(&environment);
  errno = error;
  return c->pid > 0;
}

void child_signal(const struct child *c, int sig) {
  kill(-c->pid, sig);
}

bool child_ended(const struct child *c, int *status) {
  return waitpid(c->pid, status, WNOHANG) != 0;
}
