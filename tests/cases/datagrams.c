// must: messages stay whole, and come in the order they were sent by each
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static int ends[2];
static void *put(void *unused) {
  send(ends[1], "aa", 2, 0);
  send(ends[1], "bbb", 3, 0);
  return unused;
}
int main(void) {
  pthread_t t;
  char got[8];
  socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
  pthread_create(&t, NULL, put, NULL);
  assert(recv(ends[0], got, sizeof got, 0) == 2 && got[0] == 'a');
  assert(recv(ends[0], got, sizeof got, 0) == 3 && got[2] == 'b');
  pthread_join(t, NULL);
  return 0;
}
