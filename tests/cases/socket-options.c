// must: options that make no difference are kept, and a pair of sockets has them, too
// expect: holds
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>
static int ask(int s, int level, int name) {
  int told = -1;
  socklen_t len = sizeof told;
  assert(!getsockopt(s, level, name, &told, &len) && len == sizeof told);
  return told;
}
int main(void) {
  int on = 1, pair[2], s = socket(AF_INET, SOCK_STREAM, 0);
  assert(!ask(s, IPPROTO_TCP, TCP_NODELAY));
  assert(!setsockopt(s, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on));
  assert(ask(s, IPPROTO_TCP, TCP_NODELAY) == 1);
  assert(ask(s, SOL_SOCKET, SO_PROTOCOL) == IPPROTO_TCP);
  assert(!ask(s, SOL_SOCKET, SO_KEEPALIVE));
  assert(!socketpair(AF_UNIX, SOCK_STREAM, 0, pair));
  struct timeval soon = {0, 1000};
  struct ucred peer;
  socklen_t len = sizeof peer;
  char c;
  assert(!getsockopt(pair[0], SOL_SOCKET, SO_PEERCRED, &peer, &len));
  assert(peer.pid == getpid() && ask(pair[1], SOL_SOCKET, SO_DOMAIN) == AF_UNIX);
  assert(!setsockopt(pair[0], SOL_SOCKET, SO_RCVTIMEO, &soon, sizeof soon));
  assert(read(pair[0], &c, 1) == -1 && errno == EAGAIN);
  return 0;
}
