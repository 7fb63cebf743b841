// must: no failure: the text has 0, 1 or 2 letters, and what is copied is one of those
// expect: holds
// options: --no-races
// never: random is used
// The sibling of text-grows.c: a reader that copies, one that looks for a letter
// and one that compares, and nothing is left out.
#include <assert.h>
#include <pthread.h>
#include <string.h>

static char text[16];

static void *copies(void *u) {
  char mine[16];
  strcpy(mine, text);
  assert(!strcmp(mine, "") || !strcmp(mine, "a") || !strcmp(mine, "ab"));
  return u;
}

static void *looks(void *u) {
  char *b = strchr(text, 'b');
  assert(!b || b == text + 1);
  assert(strcmp(text, "b"));
  return u;
}

int main(void) {
  pthread_t t[2];
  pthread_create(&t[0], NULL, copies, NULL);
  pthread_create(&t[1], NULL, looks, NULL);
  text[0] = 'a';
  text[1] = 'b';
  pthread_join(t[0], NULL);
  pthread_join(t[1], NULL);
}
