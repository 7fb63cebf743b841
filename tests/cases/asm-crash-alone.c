// expect: incomplete assembly
// What assembly does is not known, nor is why it crashes: alone, too.
#include <stddef.h>

static int *shared;

static void *work(void *arg) {
  __asm__ volatile("incl %0" : "+m"(*shared));
  return arg;
}

int main(void) {
  work(NULL);
}
