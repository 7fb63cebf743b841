/* Runs on for ever without a visible operation when main is second. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;

static void *set(void *unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  if (x)
    for (;;)
      __asm__ volatile("");
  pthread_join(t, NULL);
  return 0;
}
