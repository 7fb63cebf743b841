// must: who closes the queue is told of nothing any more
// expect: violated deadlock
#include <fcntl.h>
#include <mqueue.h>
#include <semaphore.h>
#include <signal.h>
static sem_t come;
static void told(union sigval unused) {
  (void)unused;
  sem_post(&come);
}
int main(void) {
  struct mq_attr a = {.mq_maxmsg = 2, .mq_msgsize = 16};
  struct sigevent e = {.sigev_notify = SIGEV_THREAD,
                       .sigev_notify_function = told};
  sem_init(&come, 0, 0);
  mqd_t queue = mq_open("/closed", O_CREAT | O_RDWR, 0600, &a);
  mqd_t other = mq_open("/closed", O_RDWR);
  mq_notify(queue, &e);
  mq_close(queue);
  mq_send(other, "x", 1, 0);
  sem_wait(&come);
  return 0;
}
