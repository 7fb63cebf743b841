/* Prints much more than anybody wants to keep. */
#include <pthread.h>
#include <stdio.h>

static void *talk(void *unused) {
  for (int i = 0; i < 100000; i++)
    printf("line %d of very many\n", i);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, talk, NULL);
  pthread_join(t, NULL);
  return 0;
}
