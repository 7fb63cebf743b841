/* Each wants to have the last word. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int word;

static void *left(void *unused) {
  do
    word = 1;
  while (word != 1);
  return unused;
}
static void *right(void *unused) {
  do
    word = 2;
  while (word != 2);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, left, NULL);
  pthread_create(&b, NULL, right, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return 0;
}
