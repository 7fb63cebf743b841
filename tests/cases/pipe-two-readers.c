// must: the assertion fails in one order
// expect: violated assertion
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
/* two readers, one byte each: which gets which is a race */
static int fd[2]; static char got[2];
static void *rd(void *u) { read(fd[0], &got[(long)u], 1); return 0; }
int main(void) {
  pthread_t a, b; pipe(fd);
  write(fd[1], "xy", 2);
  pthread_create(&a, 0, rd, (void *)0);
  pthread_create(&b, 0, rd, (void *)1);
  pthread_join(a, 0); pthread_join(b, 0);
  assert(got[0] == 'x');
  return 0;
}
