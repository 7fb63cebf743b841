// memcpy of bytes that overlap is undefined: ASan calls it
// memcpy-param-overlap.
// expect: violated misuse
#include <pthread.h>
#include <string.h>

static char line[32] = "abcdefgh";
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *shifts(void *by) {
  pthread_mutex_lock(&m);
  size_t from = (size_t)by + (line[0] == 'b');
  memcpy(line, line + from, 8);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, shifts, (void *)8);
  pthread_mutex_lock(&m);
  memcpy(line, "bcdefghi", 8);
  line[0] = 'b';
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  shifts((void *)1);
  return 0;
}
