/* expect: 1 assertion failed */
/* options: --no-races */
/* A copy to or from a local is done field by field, and can be seen half done
 * (and where nothing orders it, it is a data race anyway). */
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair {
  long low, high;
};
static struct pair shared;

static void *writer(void *unused) {
  struct pair new = {1, 1};
  memcpy(&shared, &new, sizeof shared);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writer, NULL);
  struct pair seen;
  memcpy(&seen, &shared, sizeof seen);
  assert(seen.low == seen.high);
  pthread_join(a, NULL);
  return 0;
}
