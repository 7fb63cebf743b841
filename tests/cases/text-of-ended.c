// expect: violated use-after-free
// The text of an error that has none goes with the thread that asked.
#include <pthread.h>
#include <string.h>

static void *asks(void *arg) {
  (void)arg;
  return strerror(70000);
}

int main(void) {
  pthread_t t;
  void *text;
  pthread_create(&t, 0, asks, 0);
  pthread_join(t, &text);
  return *(char *)text == 'u';
}
