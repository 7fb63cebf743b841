/* A long run ends with more races than are told: each of them is run once
 * more, and told, and neither may take as long as it likes.
 * options: -s random --steps 1000000
 * finds: data race after 1 execution */
#include <pthread.h>

enum { ROUNDS = 10000 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long total;
static int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p;

static void *work(void *argument) {
  for (int round = 0; round < ROUNDS; round++) {
    pthread_mutex_lock(&lock);
    total++;
    pthread_mutex_unlock(&lock);
  }
  a++;
  b++;
  c++;
  d++;
  e++;
  f++;
  g++;
  h++;
  i++;
  j++;
  k++;
  l++;
  m++;
  n++;
  o++;
  p++;
  return argument;
}

int main(void) {
  pthread_t t[2];
  for (int q = 0; q < 2; q++)
    pthread_create(&t[q], NULL, work, NULL);
  for (int q = 0; q < 2; q++)
    pthread_join(t[q], NULL);
  return 0;
}
