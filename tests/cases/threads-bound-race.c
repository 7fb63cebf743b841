// must: threads are started for ever, and two of them race: found with a bound on how many there are
// options: --threads 3
// expect: violated race
#include <pthread.h>
static int x;
static void *work(void *unused) {
  x++;
  return unused;
}
int main(void) {
  for (;;) {
    pthread_t t;
    pthread_create(&t, NULL, work, NULL);
  }
}
