// must: a socket for datagrams that is connected, and was not bound, gets the answer
// expect: holds
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static struct sockaddr_in here = {.sin_family = AF_INET};
static void *ask(void *u) {
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  char c = '?';
  assert(!connect(s, (struct sockaddr *)&here, sizeof here));
  assert(write(s, &c, 1) == 1 && read(s, &c, 1) == 1 && c == '!');
  close(s);
  return u;
}
int main(void) {
  int s = socket(AF_INET, SOCK_DGRAM, 0);
  here.sin_port = htons(5353);
  here.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(!bind(s, (struct sockaddr *)&here, sizeof here));
  pthread_t t;
  pthread_create(&t, NULL, ask, NULL);
  struct sockaddr_in from;
  socklen_t len = sizeof from;
  char c;
  assert(recvfrom(s, &c, 1, 0, (struct sockaddr *)&from, &len) == 1);
  assert(sendto(s, "!", 1, 0, (struct sockaddr *)&from, len) == 1);
  pthread_join(t, NULL);
  return 0;
}
