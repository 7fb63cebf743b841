/* As many threads as there may be, 63 and main: what a search keeps of a run
 * is large, and so is what it saves. */
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 63, ROUNDS = 20 };
static atomic_int x;
static int total;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  for (int i = 0; i < ROUNDS; i++) {
    x++;
    pthread_mutex_lock(&m);
    total++;
    pthread_mutex_unlock(&m);
  }
  return unused;
}

int main(void) {
  pthread_t t[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&t[i], NULL, worker, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(t[i], NULL);
  return 0;
}
