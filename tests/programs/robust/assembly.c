/* A counter in assembly: nobody sees it counted, and that is said. */
#include <pthread.h>

static int count;

static void *worker(void *unused) {
  __asm__ volatile("incl %0" : "+m"(count));
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  __asm__ volatile("pause" ::: "memory");
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count != 2;
}
