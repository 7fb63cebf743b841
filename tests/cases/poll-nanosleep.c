// expect: holds
// A loop that waits and sleeps between its looks: the time that it sleeps is a
// local that each turn writes anew, at once, field by field, or in a function.
#include <pthread.h>
#include <stdatomic.h>
#include <time.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int go;
static int done;
static void nap(void) {
  struct timespec t = {0, 1000};
  nanosleep(&t, NULL);
}
static int is_done(void) {
  pthread_mutex_lock(&m);
  int is = done;
  pthread_mutex_unlock(&m);
  return is;
}
static void *A(void *u) {
  while (!atomic_load(&go)) {
    struct timespec t = {0, 1000};
    nanosleep(&t, &t);
  }
  while (!is_done())
    nap();
  return u;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, A, NULL);
  atomic_store(&go, 1);
  while (!atomic_load(&go)) {
    struct timespec t;
    t.tv_sec = 0;
    t.tv_nsec = 1000;
    nanosleep(&t, NULL);
  }
  pthread_mutex_lock(&m);
  done = 1;
  pthread_mutex_unlock(&m);
  pthread_join(a, NULL);
}
