/* A ticket lock, seven threads with one turn: 7! traces. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

enum { THREADS = 7 };

static atomic_uint next, serving;
static int inside;

static void *body(void *unused) {
  unsigned mine = atomic_fetch_add(&next, 1);
  while (atomic_load(&serving) != mine)
    ;
  inside++;
  assert(inside == 1);
  inside--;
  atomic_store(&serving, mine + 1);
  return unused;
}

int main(void) {
  pthread_t threads[THREADS];
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], NULL, body, NULL);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], NULL);
  return 0;
}
