// As far as a byte that is looked for.
// expect: violated misuse
#define _GNU_SOURCE
#include <pthread.h>
#include <string.h>
#include <wchar.h>

static char line[64] = "abcdefgh";
static wchar_t wide[16] = L"abcd";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *copies(void *by) {
  pthread_mutex_lock(&m);
  size_t n = (size_t)by;
  memccpy(line + n, line, 'd', 20);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, copies, (void *)1);
  copies((void *)30);
  pthread_join(t, NULL);
  return 0;
}
