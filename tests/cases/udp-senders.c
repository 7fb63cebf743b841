// must: datagrams come whole, each with the address of who sent it
// only: optimal dpor contextual random
// expect: holds
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
static struct sockaddr_in at, own[2];
static void *put(void *number) {
  int i = *(int *)number, s = socket(AF_INET, SOCK_DGRAM, 0);
  char byte = (char)i;
  socklen_t len = sizeof own[i];
  bind(s, (void *)&own[i], sizeof own[i]);
  getsockname(s, (void *)&own[i], &len);
  assert(sendto(s, &byte, 1, 0, (void *)&at, sizeof at) == 1);
  return number;
}
int main(void) {
  pthread_t t[2];
  int number[2] = {0, 1}, s = socket(AF_INET, SOCK_DGRAM, 0);
  socklen_t len = sizeof at;
  at.sin_family = own[0].sin_family = own[1].sin_family = AF_INET;
  bind(s, (void *)&at, sizeof at);
  getsockname(s, (void *)&at, &len);
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, put, &number[i]);
  for (int i = 0; i < 2; i++) {
    struct sockaddr_in from;
    char byte[4];
    len = sizeof from;
    assert(recvfrom(s, byte, sizeof byte, 0, (void *)&from, &len) == 1);
    assert(from.sin_port == own[(int)byte[0]].sin_port);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  return 0;
}
