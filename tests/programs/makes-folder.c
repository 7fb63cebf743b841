/* Makes a folder, which is not there in any run, whatever others test here. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
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
  assert(!mkdir("made-by-a-test", 0700));
  pthread_create(&t, NULL, count, NULL);
  count(NULL);
  pthread_join(t, NULL);
  assert(!access("made-by-a-test", F_OK));
  assert(done == 4);
  return 0;
}
