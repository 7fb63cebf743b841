// Who tries again until it is there gets it: nothing is lost.
// expect: holds
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <sys/time.h>
#include <unistd.h>

static struct sockaddr_in to;

static void *sends(void *unused) {
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  sendto(s, "x", 1, 0, (struct sockaddr *)&to, sizeof to);
  return unused;
}

int main(void) {
  pthread_t t;
  char c;
  socklen_t len = sizeof to;
  struct timeval limit = {.tv_sec = 1};
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  to.sin_family = AF_INET;
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(!bind(s, (struct sockaddr *)&to, sizeof to));
  assert(!getsockname(s, (struct sockaddr *)&to, &len));
  assert(!setsockopt(s, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit));
  pthread_create(&t, NULL, sends, NULL);
  long n = recv(s, &c, 1, 0);
  while (n < 0 && errno == EAGAIN)
    n = recv(s, &c, 1, 0);
  assert(n == 1 || errno == EAGAIN);
  pthread_join(t, NULL);
  assert(n == 1);
  return 0;
}
