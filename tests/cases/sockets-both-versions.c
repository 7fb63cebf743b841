// must: who is bound to an address of IPv4 is not there for IPv6; who is bound to all of IPv6 is there for both
// expect: holds
#include <arpa/inet.h>
#include <assert.h>
#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static struct sockaddr_in four = {.sin_family = AF_INET};
static struct sockaddr_in6 six = {.sin6_family = AF_INET6};
static int one(int family, int type, int port, int all) {
  int s = socket(family, type, 0);
  four.sin_port = six.sin6_port = htons(port);
  four.sin_addr.s_addr = htonl(all ? INADDR_ANY : INADDR_LOOPBACK);
  six.sin6_addr = all ? in6addr_any : in6addr_loopback;
  if (family == AF_INET ? bind(s, (void *)&four, sizeof four)
                        : bind(s, (void *)&six, sizeof six))
    return -1;
  return s;
}
static int reaches(int family, int port) {
  int s = socket(family, SOCK_STREAM, 0);
  four.sin_port = six.sin6_port = htons(port);
  four.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  six.sin6_addr = in6addr_loopback;
  int error = family == AF_INET ? connect(s, (void *)&four, sizeof four)
                                : connect(s, (void *)&six, sizeof six);
  assert(!error || errno == ECONNREFUSED);
  close(s);
  return !error;
}
int main(void) {
  int old = one(AF_INET, SOCK_STREAM, 5001, 1), all = one(AF_INET6, SOCK_STREAM, 5002, 1);
  assert(!listen(old, 4) && !listen(all, 4));
  assert(reaches(AF_INET, 5001) && !reaches(AF_INET6, 5001));
  assert(reaches(AF_INET, 5002) && reaches(AF_INET6, 5002));
  assert(one(AF_INET6, SOCK_STREAM, 5001, 0) >= 0);
  assert(one(AF_INET, SOCK_STREAM, 5002, 0) == -1 && errno == EADDRINUSE);
  int ask = one(AF_INET, SOCK_DGRAM, 5003, 0), answer = one(AF_INET6, SOCK_DGRAM, 5004, 1);
  struct sockaddr_in6 from;
  socklen_t len = sizeof from;
  char c;
  four.sin_port = htons(5004);
  assert(sendto(ask, "?", 1, 0, (void *)&four, sizeof four) == 1);
  assert(recvfrom(answer, &c, 1, 0, (void *)&from, &len) == 1);
  assert(IN6_IS_ADDR_V4MAPPED(&from.sin6_addr) && from.sin6_port == htons(5003));
  assert(sendto(answer, "!", 1, 0, (void *)&from, len) == 1);
  assert(recv(ask, &c, 1, 0) == 1 && c == '!');
  return 0;
}
