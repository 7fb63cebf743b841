// must: a block that takes a mutex, which it gives back behind its end, cannot go on while somebody else has it
// expect: violated deadlock
#include <heddle/rt.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int w;
static void *block(void *a) {
  heddle_atomic_begin();
  pthread_mutex_lock(&m);
  heddle_atomic_end();
  w++;
  pthread_mutex_unlock(&m);
  return a;
}
static void *plain(void *a) {
  pthread_mutex_lock(&m);
  w++;
  pthread_mutex_unlock(&m);
  return a;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, block, 0);
  pthread_create(&u, 0, plain, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
