// must: a poll for ever of nothing never ends
// expect: violated deadlock
#include <poll.h>
#include <pthread.h>

static void *waiter(void *unused) {
  poll(NULL, 0, -1);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_join(t, NULL);
  return 0;
}
