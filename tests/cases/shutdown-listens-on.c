// must: who listens and sends no more still listens: a second accept waits for ever
// only: optimal contextual random
// expect: violated deadlock
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
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
  shutdown(listener, SHUT_WR); /* and so does this */
  ssize_t got = read(file, &c, 1);
  assert(got == 1);
  pthread_join(t, NULL);
  return 0;
}
