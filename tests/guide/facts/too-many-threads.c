/* expect: 3 (incomplete: more than 64 threads at */
#include <pthread.h>

static void *nothing(void *unused) { return unused; }

int main(void) {
  pthread_t all[64];
  for (int i = 0; i < 64; i++)
    pthread_create(&all[i], NULL, nothing, NULL);
  for (int i = 0; i < 64; i++)
    pthread_join(all[i], NULL);
  return 0;
}
