// must: assertion failed; every row looks at every order, none goes over to random schedules
// expect: violated assertion
// options: --no-races
// never: random is used
// How far a text is read is known when it is read: in one run up to the first
// byte, in the next up to the third.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char text[16];

static void *reader(void *u) {
  assert(strlen(text) != 1);
  return u;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL);
  text[0] = 'a';
  text[1] = 'b';
  pthread_join(t, NULL);
}
