// must: a server and two clients on a port of the machine, in the process
// only: optimal contextual random
// expect: holds
#include <arpa/inet.h>
#include <assert.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static struct sockaddr_in at;
static void *ask(void *what) {
  char byte = *(char *)what, answer = 0;
  int s = socket(AF_INET, SOCK_STREAM, 0);
  assert(!connect(s, (void *)&at, sizeof at));
  assert(write(s, &byte, 1) == 1);
  assert(read(s, &answer, 1) == 1 && answer == byte + 1);
  assert(read(s, &answer, 1) == 0);
  close(s);
  return what;
}
int main(void) {
  pthread_t t[2];
  char what[2] = {'a', 'x'};
  socklen_t len = sizeof at;
  int listener = socket(AF_INET, SOCK_STREAM, 0);
  at.sin_family = AF_INET;
  at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  assert(!bind(listener, (void *)&at, sizeof at));
  assert(!getsockname(listener, (void *)&at, &len) && at.sin_port);
  assert(!listen(listener, 4));
  for (int i = 0; i < 2; i++)
    pthread_create(&t[i], NULL, ask, &what[i]);
  for (int i = 0; i < 2; i++) {
    char byte;
    int s = accept(listener, NULL, NULL);
    assert(s >= 0 && read(s, &byte, 1) == 1);
    byte++;
    assert(write(s, &byte, 1) == 1);
    close(s);
  }
  for (int i = 0; i < 2; i++)
    pthread_join(t[i], NULL);
  return 0;
}
