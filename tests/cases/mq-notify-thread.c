// must: who asks first is told, by a thread that finds the message
// expect: holds
// build: -D FIRST
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
static sem_t come;
static mqd_t queue;
static void told(union sigval unused) {
  (void)unused;
  char text[16];
  mq_receive(queue, text, sizeof text, NULL);
  sem_post(&come);
}
static void *send(void *unused) {
  mq_send(queue, "x", 1, 0);
  return unused;
}
int main(void) {
  pthread_t t;
  struct mq_attr a = {.mq_maxmsg = 2, .mq_msgsize = 16};
  struct sigevent e = {.sigev_notify = SIGEV_THREAD,
                       .sigev_notify_function = told};
  sem_init(&come, 0, 0);
  queue = mq_open("/lost", O_CREAT | O_RDWR, 0600, &a);
#ifdef FIRST
  mq_notify(queue, &e);
#endif
  pthread_create(&t, NULL, send, NULL);
#ifndef FIRST
  mq_notify(queue, &e);
#endif
  sem_wait(&come);
  pthread_join(t, NULL);
  return 0;
}
