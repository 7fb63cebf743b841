// must: a handler is told of one message, with its value; the second is not told
// expect: holds
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <signal.h>
#include <string.h>
char *volatile kept;
static volatile int value, count;
static void handle(int number, siginfo_t *info, void *unused) {
  (void)number, (void)unused;
  value = info->si_code == SI_MESGQ ? info->si_value.sival_int : -1;
  count++;
}
static void deep(int n) { /* what it is told lies where locals were */
  char many[40];
  kept = many;
  memset(kept, n, sizeof many);
  if (n)
    deep(n - 1);
  kept = many;
}
int main(void) {
  struct mq_attr a = {.mq_maxmsg = 4, .mq_msgsize = 16};
  struct sigaction s = {.sa_sigaction = handle, .sa_flags = SA_SIGINFO};
  struct sigevent e = {.sigev_notify = SIGEV_SIGNAL,
                       .sigev_signo = SIGUSR1,
                       .sigev_value.sival_int = 7};
  char text[16];
  mqd_t queue = mq_open("/once", O_CREAT | O_RDWR, 0600, &a);
  sigaction(SIGUSR1, &s, NULL);
  assert(!mq_notify(queue, &e) && mq_notify(queue, &e) == -1);
  deep(90);
  mq_send(queue, "x", 1, 0);
  assert(count == 1 && value == 7);
  mq_send(queue, "y", 1, 0);
  assert(!mq_notify(queue, &e)); /* nobody had asked any more */
  mq_send(queue, "z", 1, 0);     /* the queue was not empty */
  while (mq_receive(queue, text, sizeof text, NULL) > 0 && text[0] != 'z')
    assert(count == 1);
  assert(!mq_notify(queue, NULL)); /* nobody asks */
  mq_send(queue, "x", 1, 0);
  assert(count == 1);
  return 0;
}
