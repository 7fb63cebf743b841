/* Nearly always inside a function of a library.
 * names: worker spins( in strcspn\(\))? at line 11 */
#include <pthread.h>
#include <string.h>

static void *worker(void *unused) {
  volatile size_t sum = 0;
  char all[1 << 12];
  memset(all, 'a', sizeof all - 1);
  all[sizeof all - 1] = 0;
  for (;;) sum += strcspn(all, "bcdefgh");
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  pthread_join(t, NULL);
  return 0;
}
