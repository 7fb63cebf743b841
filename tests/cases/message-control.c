// must: who asks for what comes beside the bytes is told that nothing did, and
// who has sent a datagram in pieces
// expect: holds
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/uio.h>
static int pair[2], there, here;
static struct sockaddr_in to;
static void *say(void *unused) {
  struct iovec pieces[2] = {{"a", 1}, {"bc", 2}};
  struct msghdr m = {.msg_iov = pieces, .msg_iovlen = 2};
  assert(sendmsg(pair[1], &m, 0) == 3);
  m.msg_name = &to;
  m.msg_namelen = sizeof to;
  assert(sendmsg(here, &m, 0) == 3);
  return unused;
}
static int open_one(struct sockaddr_in *a) {
  int file = socket(AF_INET, SOCK_DGRAM, 0);
  socklen_t len = sizeof *a;
  *a = (struct sockaddr_in){.sin_family = AF_INET};
  a->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(!bind(file, (struct sockaddr *)a, sizeof *a));
  assert(!getsockname(file, (struct sockaddr *)a, &len));
  return file;
}
int main(void) {
  pthread_t t;
  char bytes[8], beside[64];
  struct sockaddr_in from = {0}, mine;
  struct iovec all = {bytes, sizeof bytes};
  struct msghdr m = {.msg_iov = &all, .msg_iovlen = 1, .msg_control = beside};
  socketpair(AF_UNIX, SOCK_STREAM, 0, pair);
  there = open_one(&to);
  here = open_one(&mine);
  pthread_create(&t, NULL, say, NULL);
  m.msg_controllen = sizeof beside;
  assert(recvmsg(pair[0], &m, 0) == 3 && !memcmp(bytes, "abc", 3));
  assert(!m.msg_controllen && !CMSG_FIRSTHDR(&m));
  m.msg_name = &from;
  m.msg_namelen = sizeof from;
  assert(recvmsg(there, &m, 0) == 3 && m.msg_namelen == sizeof from);
  assert(from.sin_port == mine.sin_port);
  pthread_join(t, NULL);
  return 0;
}
