/* Ignores every signal it can, holds much memory, and then makes no step any
 * more; with an argument it does so before main. */
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

static atomic_int x;

static void *worker(void *unused) {
  size_t size = (size_t)64 << 20;
  char *p = malloc(size);
  memset(p, 1, size);
  x++;
  for (volatile long i = 0;; i++)
    ;
  return unused;
}

__attribute__((constructor)) static void begin(int argc, char **argv) {
  (void)argv;
  while (argc > 1)
    ;
}

int main(void) {
  pthread_t t;
  for (int s = 1; s < 32; s++)
    signal(s, SIG_IGN);
  pthread_create(&t, NULL, worker, NULL);
  x++;
  pthread_join(t, NULL);
  return 0;
}
