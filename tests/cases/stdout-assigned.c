// expect: incomplete stdout
// Which stream printf writes to is read inside of libc.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static void *say(void *u) {
  printf("x\n");
  return u;
}
int main(void) {
  pthread_t t;
  FILE *was = stdout;
  file = tmpfile();
  pthread_create(&t, NULL, say, NULL);
  stdout = file;
  pthread_join(t, NULL);
  stdout = was;
  assert(ftell(file) == 2);
  return 0;
}
