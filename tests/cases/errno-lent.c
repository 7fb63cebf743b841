// expect: holds
// The address of errno is of one thread, whoever uses it: what others do to
// theirs, or the library to the owner's, is seen or not as in any variable.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static int *of_main;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int told;

static void *other(void *arg) {
  errno = 7;
  assert(of_main != &errno);
  pthread_mutex_lock(&m);
  assert(*of_main == (told ? EBADF : 5));
  if (told)
    *of_main = 3;
  pthread_mutex_unlock(&m);
  assert(errno == 7);
  return arg;
}

int main(void) {
  errno = 5;
  of_main = &errno;
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&m);
  assert(close(-1) == -1 && errno == EBADF);
  told = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  assert(errno == *of_main && (errno == EBADF || errno == 3));
  char text[40];
  *of_main = ENOENT;
  snprintf(text, sizeof text, "%m");
  assert(!strcmp(text, strerror(ENOENT)));
  errno = 0; /* the library writes it without a step */
  assert(strtol("99999999999999999999", 0, 10) && *of_main == ERANGE);
  *of_main = 0;
  assert(strtol("99999999999999999999", 0, 10) && errno == ERANGE);
}
