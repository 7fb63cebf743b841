// expect: incomplete descriptors
// While others run no number is used again: what runs out is ours.
#include <assert.h>
#include <pthread.h>
#include <unistd.h>

static void *thread(void *unused) {
  for (int i = 0; i < 8400; i++) {
    int ends[2];
    assert(!pipe(ends));
    close(ends[0]);
    close(ends[1]);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, thread, NULL);
  pthread_join(t, NULL);
  return 0;
}
