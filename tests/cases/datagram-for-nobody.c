// must: that nobody is there is told to a connected socket by a later call, which is named
// expect: incomplete a datagram that nobody gets
#include <arpa/inet.h>
#include <errno.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>
int main(void) {
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(5999)};
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  char c = '?';
  to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  if (connect(s, (struct sockaddr *)&to, sizeof to) || write(s, &c, 1) != 1)
    return 1;
  return read(s, &c, 1) == -1 && errno == ECONNREFUSED ? 0 : 1;
}
