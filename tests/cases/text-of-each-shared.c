// expect: violated race assertion
// The text is the thread's own until it gives it away; its next call writes it.
#include <arpa/inet.h>
#include <assert.h>
#include <pthread.h>
#include <string.h>

static const char *where;

static void *other(void *arg) {
  assert(!strcmp(where, "1.2.3.4"));
  return arg;
}

int main(void) {
  where = inet_ntoa((struct in_addr){htonl(0x01020304)});
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  inet_ntoa((struct in_addr){htonl(0x05060708)});
  pthread_join(t, 0);
}
