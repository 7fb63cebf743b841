/* timed MILLISECONDS COMMAND ...: runs a command that should be done by then.
 *
 * Prints its exit code and by how many milliseconds it came later; time in
 * which it wanted to go on after the deadline and had no processor (the run
 * delay of /proc/PID/schedstat) is the machine's and is taken off.  On an idle
 * machine there is none. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

/* Also of one that has ended and was not waited for. */
static double delay_of(pid_t pid) {
  char path[64];
  unsigned long long ran = 0, delayed = 0;
  snprintf(path, sizeof path, "/proc/%d/schedstat", (int)pid);
  FILE *f = fopen(path, "r");
  if (f && fscanf(f, "%llu %llu", &ran, &delayed) != 2)
    delayed = 0;
  if (f)
    fclose(f);
  return (double)delayed / 1e6;
}

static int has_ended(pid_t pid, int wait) {
  siginfo_t info = {0};
  return waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT | wait) == 0 &&
         info.si_pid == pid;
}

int main(int argc, char **argv) {
  if (argc < 3)
    return 2;
  double end = now() + atof(argv[1]);
  pid_t pid = fork();
  if (pid == 0) {
    execvp(argv[2], argv + 2);
    _exit(127);
  }
  while (now() < end && !has_ended(pid, WNOHANG))
    nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
  double before = delay_of(pid);
  has_ended(pid, 0);
  double late = now() - end, delay = delay_of(pid) - before;
  int status;
  waitpid(pid, &status, 0);
  late -= late > 0 ? delay : 0;
  printf("%d %.0f\n", WIFEXITED(status) ? WEXITSTATUS(status) : 255, late);
  return 0;
}
