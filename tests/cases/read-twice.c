// expect: holds
// options: --no-races
// A call reads one variable by two of its arguments, and another thread writes
// it between the two: what it writes stays.
#include <pthread.h>
#include <string.h>

static int count = 1;

static void *compares(void *unused) {
  return memcmp(&count, &count, sizeof count) ? &count : unused;
}

static void *adds(void *unused) {
  count += 1;
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, compares, NULL);
  pthread_create(&b, NULL, adds, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  return count != 2;
}
