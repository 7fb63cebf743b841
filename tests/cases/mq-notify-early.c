// must: a message that nobody waits for yet is told
// expect: violated assertion
// build: -D NOT
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <signal.h>
static mqd_t queue;
static void *receive(void *unused) {
  char text[16];
  mq_receive(queue, text, sizeof text, NULL);
  return unused;
}
int main(void) {
  pthread_t t;
  sigset_t set;
  struct mq_attr a = {.mq_maxmsg = 2, .mq_msgsize = 16};
  struct sigevent e = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  sigemptyset(&set);
  sigaddset(&set, SIGUSR1);
  pthread_sigmask(SIG_BLOCK, &set, NULL);
  queue = mq_open("/waiter", O_CREAT | O_RDWR, 0600, &a);
  mq_notify(queue, &e);
  pthread_create(&t, NULL, receive, NULL);
  mq_send(queue, "x", 1, 0);
  sigpending(&set);
#ifdef NOT
  assert(!sigismember(&set, SIGUSR1));
#else
  assert(sigismember(&set, SIGUSR1));
#endif
  pthread_join(t, NULL);
  return 0;
}
