#include "cli/backstop.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/cli.h"
#include "job/scratch.h"

/* Whoever interrupts what writes its results may do so again, and then it ends
 * at once; without that it has long enough to lose nothing. */
static const double grace = 0.9, most = 5, patient = 60, tick = 0.1;

static struct scratch scratch;
static volatile sig_atomic_t stop_wanted, writing;
static volatile double signalled;  /* when, or 0 */
static volatile double budget_end; /* or 0 */
static volatile double ask_at;     /* or 0 */
static volatile double delayed;    /* when the moment began */

/* Seconds that this process, ready to run, had to wait for a CPU. */
static double waited(void) {
  char text[128];
  int file = open("/proc/self/schedstat", O_RDONLY | O_CLOEXEC);
  ssize_t len = file < 0 ? 0 : read(file, text, sizeof text - 1);
  if (file >= 0)
    close(file);
  text[len > 0 ? len : 0] = 0;
  const char *second = strchr(text, ' ');
  double sum = 0;
  for (const char *p = second ? second + 1 : ""; *p >= '0' && *p <= '9'; p++)
    sum = sum * 10 + (*p - '0');
  return sum * 1e-9;
}

static void arm(double seconds) {
  struct itimerval t = {
      .it_value = {.tv_sec = (time_t)seconds,
                   .tv_usec = (suseconds_t)((seconds - (double)(time_t)seconds) *
                                            1e6)},
      .it_interval = {.tv_usec = (suseconds_t)(tick * 1e6)}};
  setitimer(ITIMER_REAL, &t, NULL);
}

static void say(const char *line) {
  ssize_t ignored = write(STDERR_FILENO, line, strlen(line));
  (void)ignored;
}

static void on_alarm(int sig) {
  (void)sig;
  double now = clock_wall(), from = signalled;
  if (ask_at > 0 && now >= ask_at)
    stop_wanted = 1;
  if (budget_end > 0 && now > budget_end && (!from || budget_end < from))
    from = budget_end;
  if (!from || now < from)
    return;
  if (!delayed)
    delayed = waited();
  bool budget = from != signalled;
  double moment = !writing ? grace : budget ? most : patient;
  if (now - from < moment ||
      (now - from < 2 * most && now - from - (waited() - delayed) < moment))
    return;
  scratch_clear(&scratch);
  say(signalled ? "heddle: interrupted\n"
                : "heddle: the budget is used up\n");
  _exit(EXIT_INCOMPLETE);
}

/* One that comes at once is the first again: timeout(1) sends a signal to the
 * process and then to its whole group. */
static void on_signal(int sig) {
  double now = clock_wall();
  if (!signalled) {
    signalled = now;
    stop_wanted = 1;
    arm(tick);
  } else if (now - signalled > 0.3) {
    scratch_clear(&scratch);
    signal(sig, SIG_DFL);
    raise(sig);
  }
}

void backstop_install(void) {
  static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
  struct sigaction old, alarm = {.sa_handler = on_alarm,
                                 .sa_flags = SA_RESTART};
  sigaction(SIGALRM, &alarm, NULL);
  sigset_t ours;
  sigemptyset(&ours);
  sigaddset(&ours, SIGALRM);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    struct sigaction action = {.sa_handler = on_signal};
    sigaddset(&ours, signals[i]);
    /* nohup means it; a shell that ignores SIGINT for what it starts in the
     * background does not: a signal sent to us by number is meant for us */
    bool hup = signals[i] == SIGHUP;
    if (!sigaction(signals[i], NULL, &old) &&
        !(hup && old.sa_handler == SIG_IGN))
      sigaction(signals[i], &action, NULL);
  }
  sigprocmask(SIG_UNBLOCK, &ours, NULL); /* whoever started us has blocked */
}

struct scratch *backstop_scratch(void) { return &scratch; }

static void wake_at(double when) {
  double left = when - clock_wall();
  arm(left > tick ? left : tick);
}

struct budget backstop_budget(double seconds) {
  struct budget b = budget_begin(seconds, &stop_wanted);
  if (b.end > 0)
    wake_at(budget_end = b.end);
  return b;
}

struct budget backstop_asking(double seconds, double search) {
  struct budget b = backstop_budget(seconds);
  double seconds_left = budget_seconds(&b, search);
  if (seconds_left > 0)
    wake_at(ask_at = clock_wall() + seconds_left);
  return b;
}

bool backstop_signalled(void) { return signalled > 0; }

void backstop_writes(void) { writing = 1; }

const volatile sig_atomic_t *backstop_stop(void) { return &stop_wanted; }
