// must: recv with MSG_WAITALL waits for all parts, however they are written
// only: optimal contextual random
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

static int ends[2];

static void *sender(void *unused) {
  assert(send(ends[1], "ab", 2, 0) == 2);
  assert(send(ends[1], "cde", 3, 0) == 3);
  close(ends[1]);
  return unused;
}

int main(void) {
  pthread_t t;
  char text[4];
  assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, ends));
  pthread_create(&t, NULL, sender, NULL);
  assert(recv(ends[0], text, 4, MSG_WAITALL) == 4 && !memcmp(text, "abcd", 4));
  assert(recv(ends[0], text, 4, MSG_WAITALL) == 1 && *text == 'e');
  assert(recv(ends[0], text, 4, MSG_WAITALL) == 0);
  pthread_join(t, NULL);
  return 0;
}
