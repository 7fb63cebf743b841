// must: no failure: as many traces as without using numbers again, by every row that applies
// expect: holds
#include <pthread.h>
#include <assert.h>
#define N 6
static int total; static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *u) { pthread_mutex_lock(&m); total++; pthread_mutex_unlock(&m); return u; }
int main(void) {
  for (int i = 0; i < N; i++) {
    pthread_t a, b;
    pthread_create(&a, 0, add, 0); pthread_create(&b, 0, add, 0);
    pthread_join(a, 0); pthread_join(b, 0);
  }
  assert(total == 2 * N);
  return 0;
}
