/* expect: 0 no failure */
/* options: --no-races */
/* A memcpy between two places that others can reach reads in one step and
 * writes in another. */
#include <assert.h>
#include <pthread.h>
#include <string.h>

struct pair {
  long low, high;
};
static struct pair shared, ones = {1, 1}, seen;

static void *writer(void *unused) {
  memcpy(&shared, &ones, sizeof shared);
  return unused;
}

int main(void) {
  pthread_t a;
  pthread_create(&a, NULL, writer, NULL);
  memcpy(&seen, &shared, sizeof seen);
  assert(seen.low == seen.high);
  pthread_join(a, NULL);
  return 0;
}
