/* expect: 1 data race */
/* What a function of the C library reads is a step (atoi here). */
#include <pthread.h>
#include <stdlib.h>

static char number[8] = "1";

static void *writer(void *unused) {
  number[0] = '2';
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writer, NULL);
  int seen = atoi(number);
  pthread_join(a, NULL);
  return seen == 0;
}
