// must: who accepts when nobody connects waits for ever; who comes too early is refused
// only: optimal dpor contextual random
// expect: violated deadlock assertion
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
static struct sockaddr_un at = {AF_UNIX, "\0accept-nobody"};
static void *ask(void *unused) {
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  assert(!connect(s, (void *)&at, sizeof at));
  return unused;
}
int main(void) {
  pthread_t t;
  int s = socket(AF_UNIX, SOCK_STREAM, 0);
  pthread_create(&t, NULL, ask, NULL);
  bind(s, (void *)&at, sizeof at);
  listen(s, 1);
  accept(s, NULL, NULL);
  accept(s, NULL, NULL);
  return 0;
}
