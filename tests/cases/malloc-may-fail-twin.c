// expect: holds
// options: --malloc-may-fail
// only: optimal dpor unfold reach stateful random
// Everybody looks; what was there stays when there is no more of it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static void *grow(void *unused) {
  char *text = strdup("ab");
  if (!text)
    return NULL;
  errno = 0;
  char *more = realloc(text, 10);
  assert(more || errno == ENOMEM);
  assert(!strcmp(more ? more : text, "ab"));
  free(more ? more : text);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, grow, NULL);
  int *p = aligned_alloc(64, 64);
  if (p)
    *p = 1;
  free(p);
  pthread_join(t, NULL);
  return 0;
}
