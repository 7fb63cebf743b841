// options: --no-races
// expect: violated crash
// A call through a pointer to data is the program's fault, as one through null.
#include <pthread.h>
#include <stdint.h>
#include <string.h>

static char word[16];
static void *task = word;

static void hello(void) {}

static void *worker(void *unused) {
  void (*f)(void);
  memcpy(&f, &task, sizeof f);
  f();
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  void (*f)(void) = hello;
  memcpy(&task, &f, sizeof f);
  pthread_join(t, NULL);
  return 0;
}
