// expect: holds
// with: same-pointer.c
// The address of a function of the C library is the same in all files.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <strings.h>

extern int (*const compare)(const char *, const char *);
extern int (*const magnitude)(int);

static void *work(void *arg) {
  assert(compare == strcasecmp && !compare("a", "A"));
  assert(magnitude == abs && magnitude(-3) == 3);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  work(NULL);
  pthread_join(t, NULL);
}
