/* expect: 0 no failure */
/* options: --same-output */
/* Random numbers and clocks are the same in every run. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static void *print(void *unused) {
  printf("%d %ld\n", rand(), (long)time(NULL));
  return unused;
}

int main(void) {
  pthread_t a, b;
  srand((unsigned)time(NULL));
  pthread_create(&a, NULL, print, NULL);
  pthread_join(a, NULL);
  pthread_create(&b, NULL, print, NULL);
  pthread_join(b, NULL);
  return 0;
}
