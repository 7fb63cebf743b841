// must: shutdown wakes who waits in accept; who listened is then as one that never did
// only: optimal contextual random
// expect: holds
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>

static int listener;

static void *server(void *unused) {
  int file = accept(listener, NULL, NULL);
  if (file >= 0) {
    assert(write(file, "x", 1) == 1);
    close(file);
    file = accept(listener, NULL, NULL);
  }
  assert(file == -1 && errno == EINVAL);
  return unused;
}

int main(void) {
  pthread_t t;
  char c;
  struct sockaddr_in a = {.sin_family = AF_INET,
                          .sin_port = htons(27315),
                          .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  listener = socket(AF_INET, SOCK_STREAM, 0);
  assert(!bind(listener, (struct sockaddr *)&a, sizeof a));
  assert(!listen(listener, 4) && !shutdown(listener, SHUT_WR));
  pthread_create(&t, NULL, server, NULL);
  int file = socket(AF_INET, SOCK_STREAM, 0);
  assert(!connect(file, (struct sockaddr *)&a, sizeof a));
  assert(!shutdown(listener, SHUT_RDWR));
  ssize_t got = read(file, &c, 1); /* it was accepted before, or was not */
  assert(got == 1 || (got == -1 && errno == ECONNRESET));
  pthread_join(t, NULL);
  close(file);
  struct pollfd p = {listener, POLLIN | POLLOUT, 0};
  assert(poll(&p, 1, 0) == 1 && p.revents == (POLLOUT | POLLHUP));
  assert(shutdown(listener, SHUT_RDWR) == -1 && errno == ENOTCONN);
  file = socket(AF_INET, SOCK_STREAM, 0);
  assert(connect(file, (struct sockaddr *)&a, sizeof a) == -1);
  assert(errno == ECONNREFUSED);
  assert(bind(file, (struct sockaddr *)&a, sizeof a) == -1);
  close(file);
  close(listener);
  return 0;
}
