/* One writer and 15 readers of one variable: 2^15 traces. */
#include <pthread.h>
#include <stdatomic.h>

enum { READERS = 15 };

static _Atomic int x;

static void *reader(void *unused) {
  int seen = x;
  (void)seen;
  return unused;
}

static void *writer(void *unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t threads[READERS + 1];
  for (int i = 0; i <= READERS; i++)
    pthread_create(&threads[i], NULL, i ? reader : writer, NULL);
  for (int i = 0; i <= READERS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
