// must: what goes through a pipe orders both sides: no data race
// expect: holds
#include <pthread.h>
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
  if (pipe(ends))
    return 0;
  pthread_create(&t, NULL, put, NULL);
  pthread_create(&u, NULL, get, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
