// expect: violated misuse
// A thread that ended with a lock keeps its number, however many are made
// after it: whoever unlocks that lock does not hold it.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *keeps(void *unused) {
  pthread_mutex_lock(&m);
  return unused;
}
static void *nothing(void *unused) { return unused; }
static void *gives(void *unused) {
  pthread_mutex_unlock(&m);
  return unused;
}

static void run(void *(*f)(void *)) {
  pthread_t t;
  pthread_create(&t, NULL, f, NULL);
  pthread_join(t, NULL);
}

int main(void) {
  run(keeps);
  for (int i = 0; i < 20; i++)
    run(nothing);
  run(gives);
  return 0;
}
