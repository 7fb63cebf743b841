/* expect: 3 (incomplete: more than 64 threads at */
#include <pthread.h>

static void *nothing(void *unused) { return unused; }

int main(void) {
  for (int i = 0; i < 64; i++) {
    pthread_t a;
    pthread_create(&a, NULL, nothing, NULL);
    pthread_join(a, NULL);
  }
  return 0;
}
