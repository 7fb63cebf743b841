// must: a message queue holds so many messages, and the highest comes first
// only: optimal dpor contextual reach random
// expect: violated assertion
#include <assert.h>
#include <fcntl.h>
#include <mqueue.h>
#include <pthread.h>
static mqd_t q;
static void *put(void *unused) {
  mq_send(q, "a", 1, 1);
  mq_send(q, "b", 1, 2);
  return unused;
}
int main(void) {
  pthread_t t;
  char first[8], second[8];
  struct mq_attr a = {.mq_maxmsg = 2, .mq_msgsize = 8};
  q = mq_open("/mq-priorities", O_CREAT | O_RDWR, 0600, &a);
  pthread_create(&t, NULL, put, NULL);
  mq_receive(q, first, 8, NULL);
  mq_receive(q, second, 8, NULL);
  pthread_join(t, NULL);
  assert(first[0] == 'a' || second[0] == 'a');
  assert(first[0] == 'a'); /* unless both were there */
  return 0;
}
