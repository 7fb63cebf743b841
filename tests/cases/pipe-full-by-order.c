// Whoever writes first decides whether the pipe is full for the one that the
// reader waits for: a pipe that may be full is no queue of messages to reach.
// expect: violated deadlock
#include <pthread.h>
#include <unistd.h>

static int bytes[2], token[2];
static char text[60000];

static void *large(void *unused) {
  write(bytes[1], text, sizeof text);
  return unused;
}

static void *small(void *unused) {
  write(bytes[1], text, 8000);
  write(token[1], text, 1);
  return unused;
}

int main(void) {
  pthread_t a, b;
  char got[4096];
  pipe(bytes);
  pipe(token);
  pthread_create(&a, NULL, large, NULL);
  pthread_create(&b, NULL, small, NULL);
  read(token[0], got, 1);
  for (int left = 68000; left > 0;)
    left -= (int)read(bytes[0], got, sizeof got);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
