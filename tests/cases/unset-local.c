// must: which lock is taken depends on a local that was never set: that is said, and no `holds`
// expect: incomplete a local that was never set, 0 here
#include <pthread.h>
static int n;
static pthread_mutex_t one = PTHREAD_MUTEX_INITIALIZER,
                       two = PTHREAD_MUTEX_INITIALIZER;
static void *add(void *unused) {
  pthread_mutex_lock(&one);
  n++;
  pthread_mutex_unlock(&one);
  return unused;
}
int main(void) {
  int which;
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  pthread_mutex_t *m = which ? &two : &one;
  pthread_mutex_lock(m);
  n++;
  pthread_mutex_unlock(m);
  pthread_join(t, NULL);
  return 0;
}
