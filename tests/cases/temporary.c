// must: temporary files have the same names in every run, and are each thread's own
// expect: holds
// never: two different runs
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static void *use(void *unused) {
  char a[] = "heddle-a-XXXXXX", b[] = "heddle-b-XXXXXX.c", wrong[] = "wrong";
  char c[] = "heddle-c-XXXXXX";
  int x = mkstemp(a), y = mkstemps(b, 2), z = mkostemp(c, O_CLOEXEC);
  assert(x >= 0 && y >= 0 && z >= 0 && !strchr(a, 'X') && b[15] == '.');
  assert(write(x, "x", 1) == 1);
  assert(mkstemp(wrong) == -1 && errno == EINVAL);
  close(x), close(y), close(z);
  assert(!unlink(a) && !unlink(b) && !unlink(c));
  return unused;
}
int main(void) {
  pthread_t t;
  char folder[] = "heddle-XXXXXX";
  assert(mkdtemp(folder) && !rmdir(folder));
  pthread_create(&t, NULL, use, NULL);
  pthread_join(t, NULL);
  use(NULL);
  return 0;
}
