// expect: incomplete assembly
// What assembly does is not known, nor is why it crashes.
#include <pthread.h>

static int *shared;

static void *work(void *arg) {
  __asm__ volatile("incl %0" : "+m"(*shared));
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, work, NULL);
  pthread_join(t, NULL);
}
