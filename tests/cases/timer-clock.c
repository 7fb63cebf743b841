// The same of timers, one of them for a point in time, of who waits for the
// signal, and of what is left of a sleep.
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <signal.h>
#include <time.h>
#include <unistd.h>

static void handler(int number) { (void)number; }

static void *thread(void *unused) { return unused; }

static time_t now(void) {
  struct timespec t;
  clock_gettime(CLOCK_REALTIME, &t);
  return t.tv_sec;
}

int main(void) {
  pthread_t t;
  timer_t timer;
  sigset_t set;
  int got;
  struct sigaction a = {.sa_handler = handler};
  struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  sigaction(SIGALRM, &a, NULL);
  pthread_create(&t, NULL, thread, NULL);
  time_t before = now();
  timer_create(CLOCK_REALTIME, &e, &timer);
  timer_settime(timer, TIMER_ABSTIME,
                &(struct itimerspec){.it_value = {before + 7, 0}}, NULL);
  sigwait(&set, &got);
  assert(now() - before >= 7 && now() - before < 9);
  timer_delete(timer);
  alarm(2);
  unsigned left = sleep(10);
  assert(left == 0 || (left >= 7 && left <= 10));
  assert(left == 10 || now() - before >= 9);
  pthread_join(t, NULL);
  return 0;
}
