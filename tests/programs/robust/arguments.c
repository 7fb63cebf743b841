/* Changes its arguments and a large table; both must be back next time. */
#include <assert.h>
#include <pthread.h>
#include <stddef.h>

enum { SIZE = 1 << 16 };
static int table[SIZE];

static void *fill(void *unused) {
  assert(table[0] == 0 && table[SIZE - 1] == 0);
  table[0] = table[SIZE - 1] = 1;
  return unused;
}

int main(int argc, char **argv) {
  pthread_t t;
  assert(argc == 2 && argv[1] && argv[1][0] == 'a');
  argv[1][0] = 'b';
  argv[1] = NULL;
  pthread_create(&t, NULL, fill, NULL);
  pthread_join(t, NULL);
  return 0;
}
