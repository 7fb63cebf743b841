/* Six threads, main among them, write one variable twice each. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

static _Atomic int x;

static void *writer(void *argument) {
  int value = (int)(intptr_t)argument;
  x = value;
  x = value + 1;
  return NULL;
}

int main(void) {
  static const int values[] = {1, 3, 9, 11, 7};
  pthread_t threads[5];
  for (int k = 0; k < 5; k++)
    pthread_create(&threads[k], NULL, writer, (void *)(intptr_t)values[k]);
  x = 5;
  x = 6;
  for (int k = 0; k < 5; k++)
    pthread_join(threads[k], NULL);
  return 0;
}
