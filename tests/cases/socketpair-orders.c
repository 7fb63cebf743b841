// must: as pipe-orders.c, through a pair of sockets
// expect: holds
#include <pthread.h>
#include <sys/socket.h>
#include <unistd.h>
static int ends[2], x;
static void *put(void *unused) {
  x = 42;
  if (write(ends[1], "a", 1) != 1)
    return NULL;
  return unused;
}
static void *get(void *unused) {
  char c;
  while (read(ends[0], &c, 1) != 1)
    ;
  x = 43;
  return unused;
}
int main(void) {
  pthread_t t, u;
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends))
    return 0;
  pthread_create(&t, NULL, put, NULL);
  pthread_create(&u, NULL, get, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
