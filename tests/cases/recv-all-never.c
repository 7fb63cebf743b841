// must: recv with MSG_WAITALL waits for what nobody sends, and one that does not wait takes what is there
// only: optimal contextual random
// expect: violated deadlock
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>

static int ends[2];

static void *sender(void *unused) {
  assert(send(ends[1], "ab", 2, 0) == 2);
  assert(send(ends[1], "c", 1, 0) == 1);
  return unused;
}

int main(void) {
  pthread_t t;
  char text[4];
  assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  pthread_create(&t, NULL, sender, NULL);
  pthread_join(t, NULL);
  assert(recv(ends[0], text, 4, MSG_WAITALL | MSG_DONTWAIT) == 3);
  recv(ends[0], text, 4, MSG_WAITALL);
  return 0;
}
