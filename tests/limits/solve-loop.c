/* As many paths as there are inputs, in two threads.
 * symbolic
 * names: solve-loop.c:10 */
#include <heddle/rt.h>
#include <pthread.h>
#include <stdatomic.h>

static void *reader(void *sum) {
  for (int i = 0; i < 1000; i++)
    if (heddle_input("x", 0, 1000000) % 1013 == 7)
      atomic_fetch_add((atomic_int *)sum, 1);
  return NULL;
}

int main(void) {
  pthread_t t, u;
  atomic_int sum = 0;
  pthread_create(&t, NULL, reader, &sum);
  pthread_create(&u, NULL, reader, &sum);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
