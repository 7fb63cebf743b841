/* expect: 0 no failure */
/* What a library reads or writes by itself is not seen (atoi here). */
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
