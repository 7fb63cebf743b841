/* Looks twice for a folder that others make who test here; it is not there. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

static atomic_int done;

static void *count(void *all) {
  done++;
  done++;
  return all;
}

int main(void) {
  pthread_t t;
  assert(access("made-by-a-test", F_OK));
  pthread_create(&t, NULL, count, NULL);
  count(NULL);
  pthread_join(t, NULL);
  assert(access("made-by-a-test", F_OK));
  return 0;
}
