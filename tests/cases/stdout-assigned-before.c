// expect: incomplete stdout
// The same before anybody else runs.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>

static FILE *file;
static void *say(void *u) {
  fputs("x\n", stdout);
  return u;
}
int main(void) {
  pthread_t t;
  FILE *was = stdout;
  file = tmpfile();
  stdout = file;
  pthread_create(&t, NULL, say, NULL);
  pthread_join(t, NULL);
  stdout = was;
  assert(ftell(file) == 2);
  return 0;
}
