// must: a read that nobody answers is a deadlock
// expect: violated deadlock
#include <pthread.h>
#include <unistd.h>
static int ask[2], answer[2];
static void *serve(void *unused) {
  char c;
  return read(ask[0], &c, 1) == 1 ? unused : NULL; /* and says nothing */
}
int main(void) {
  pthread_t t;
  char c;
  pipe(ask);
  pipe(answer);
  pthread_create(&t, NULL, serve, NULL);
  write(ask[1], "x", 1);
  read(answer[0], &c, 1);
  pthread_join(t, NULL);
  return 0;
}
