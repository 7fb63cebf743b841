/* Overwrites whatever comes after its variables, the runtime included, by
 * stores that instrumentation does not see. */
#include <pthread.h>
#include <stdatomic.h>

static _Atomic int x;
static char buffer[16];

static void *set(void *unused) {
  x = 1;
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, set, NULL);
  if (x)
    for (long i = 0; i < 400000; i++)
      __asm__ volatile("movb $0x41, (%0)" ::"r"(buffer + i) : "memory");
  pthread_join(t, NULL);
  return 0;
}
