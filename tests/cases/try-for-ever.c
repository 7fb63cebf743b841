// must: nobody else takes the lock: the loop does not end
// expect: violated livelock
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int x;
static void *other(void *u) { x = 1; return u; }
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  while (pthread_mutex_trylock(&m) == 0) pthread_mutex_unlock(&m);
  pthread_join(t, 0);
  return 0;
}
