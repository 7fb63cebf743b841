// The beginning of a text that is copied to where it stands.
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
  strncpy(line + n, line, 4);
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
