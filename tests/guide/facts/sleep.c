/* expect: 1 assertion failed */
/* Sleeping orders nothing: an hour may be over before a second. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int x;

static void *set(void *unused) {
  sleep(1);
  x = 1;
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, set, NULL);
  sleep(3600);
  int seen = x;
  assert(seen);
  pthread_join(a, NULL);
  return 0;
}
