// must: assertion failed after a search of every order
// expect: violated assertion
// options: --no-races
// never: random is used
// A text that becomes shorter while others stand before it: the write behind its
// new end is seen by who read it before.
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static char text[16] = "abcd", out[16];

static void *reader(void *u) {
  snprintf(out, sizeof out, "%s", text);
  assert(strcmp(out, "abXd"));
  return u;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL);
  text[2] = 'X';
  text[1] = 0;
  pthread_join(t, NULL);
}
