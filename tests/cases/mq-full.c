// must: who sends to a queue that is full waits for room, and for ever when nobody makes any
// only: optimal dpor contextual reach random
// expect: violated deadlock
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
static void *put(void *unused) {
  mqd_t q = mq_open("/mq-full", O_WRONLY);
  for (int i = 0; i < 3; i++)
    mq_send(q, "x", 1, 0);
  return unused;
}
int main(void) {
  pthread_t t;
  char got[8];
  struct mq_attr a = {.mq_maxmsg = 1, .mq_msgsize = 8};
  mqd_t q = mq_open("/mq-full", O_CREAT | O_RDONLY, 0600, &a);
  pthread_create(&t, NULL, put, NULL);
  mq_receive(q, got, 8, NULL);
  pthread_join(t, NULL);
  return 0;
}
