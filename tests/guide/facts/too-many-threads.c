/* expect: 3 (incomplete: more than 1024 threads at */
#include <pthread.h>

static void *nothing(void *unused) {
  return unused;
}

int main(void) {
  pthread_t all[1024];
  for (int i = 0; i < 1024; i++)
    pthread_create(&all[i], NULL, nothing, NULL);
  for (int i = 0; i < 1024; i++)
    pthread_join(all[i], NULL);
  return 0;
}
