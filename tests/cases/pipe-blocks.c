// must: a read that waits for a write; nothing is missed
// expect: holds
#include <pthread.h>
#include <unistd.h>
static int fd[2];
static void *rd(void *u) { char c; read(fd[0], &c, 1); return u; }
int main(void) {
  pthread_t a; pipe(fd);
  pthread_create(&a, 0, rd, 0);
  write(fd[1], "x", 1);
  pthread_join(a, 0);
  return 0;
}
