// must: shutdown wakes who reads, and a pair of sockets goes both ways
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static int ends[2];
static void *echo(void *unused) {
  char c;
  while (recv(ends[1], &c, 1, 0) == 1)
    assert(send(ends[1], &c, 1, 0) == 1);
  return unused;
}
int main(void) {
  pthread_t t;
  char c;
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  pthread_create(&t, NULL, echo, NULL);
  assert(send(ends[0], "x", 1, 0) == 1);
  assert(recv(ends[0], &c, 1, 0) == 1 && c == 'x');
  assert(!shutdown(ends[0], SHUT_WR));
  pthread_join(t, NULL);
  return 0;
}
