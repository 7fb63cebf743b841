// must: several messages at once, and a file into a socket
// expect: holds
#define _GNU_SOURCE
#include <assert.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <unistd.h>
static int ends[2];
static void *get(void *unused) {
  char a[4], b[4];
  struct iovec v[2] = {{a, 4}, {b, 4}};
  struct mmsghdr m[2] = {{{.msg_iov = v, .msg_iovlen = 1}},
                         {{.msg_iov = v + 1, .msg_iovlen = 1}}};
  assert(recvmmsg(ends[1], m, 2, 0, NULL) == 2);
  assert(a[0] == 'a' && b[0] == 'b' && m[1].msg_len == 1);
  assert(recvmmsg(ends[1], m, 1, MSG_DONTWAIT, NULL) == -1);
  return unused;
}
int main(void) {
  pthread_t t;
  char c[2] = "ab", back[8];
  struct iovec v[2] = {{c, 1}, {c + 1, 1}};
  struct mmsghdr m[2] = {{{.msg_iov = v, .msg_iovlen = 1}},
                         {{.msg_iov = v + 1, .msg_iovlen = 1}}};
  socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
  pthread_create(&t, NULL, get, NULL);
  assert(sendmmsg(ends[0], m, 2, 0) == 2 && m[0].msg_len == 1);
  pthread_join(t, NULL);
  int file = open("heddle-messages-several", O_RDWR | O_CREAT | O_TRUNC, 0600);
  write(file, "hello", 5);
  off_t from = 1;
  assert(sendfile(ends[0], file, &from, 9) == 4 && from == 5);
  assert(read(ends[1], back, 8) == 4 && back[0] == 'e');
  close(file);
  unlink("heddle-messages-several");
  return 0;
}
