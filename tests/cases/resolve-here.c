// must: a server and its client find each other by getaddrinfo, and the client is told by numbers
// expect: holds
#include <assert.h>
#include <netdb.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
static struct addrinfo *look(const char *name, int flags) {
  struct addrinfo wanted = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM,
                            .ai_flags = flags}, *found;
  assert(!getaddrinfo(name, "8080", &wanted, &found));
  assert(!found->ai_next && found->ai_protocol == 6);
  return found;
}
static void *client(void *u) {
  struct addrinfo *a = look("localhost", 0);
  int s = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
  assert(!connect(s, a->ai_addr, a->ai_addrlen));
  freeaddrinfo(a);
  assert(write(s, "hi", 2) == 2);
  close(s);
  return u;
}
int main(void) {
  struct addrinfo none = {.ai_flags = AI_NUMERICHOST}, *a = look(NULL, AI_PASSIVE);
  int on = 1, s = socket(a->ai_family, a->ai_socktype, a->ai_protocol);
  assert(!setsockopt(s, SOL_SOCKET, SO_REUSEPORT, &on, sizeof on));
  assert(!bind(s, a->ai_addr, a->ai_addrlen) && !listen(s, 1));
  freeaddrinfo(a);
  pthread_t t;
  pthread_create(&t, NULL, client, NULL);
  struct sockaddr_storage from;
  socklen_t len = sizeof from;
  int c = accept(s, (struct sockaddr *)&from, &len);
  char host[64], bytes[2];
  assert(!getnameinfo((struct sockaddr *)&from, len, host, sizeof host, NULL, 0,
                      NI_NUMERICHOST));
  assert(!strcmp(host, "127.0.0.1") && read(c, bytes, 2) == 2);
  assert(getaddrinfo("nowhere", NULL, &none, &a) == EAI_NONAME);
  pthread_join(t, NULL);
  return 0;
}
