// must: 255 threads, each of which starts two more and joins them; what they return is summed up
// only: optimal dpor reach auto random
// expect: holds
#include <assert.h>
#include <pthread.h>
enum { N = 256 };
static void *node(void *number) {
  long n = (long)number, sum = 1;
  pthread_t t[2];
  void *below;
  for (int i = 0; i < 2 && 2 * n + i < N; i++)
    pthread_create(&t[i], NULL, node, (void *)(2 * n + i));
  for (int i = 0; i < 2 && 2 * n + i < N; i++) {
    pthread_join(t[i], &below);
    sum += (long)below;
  }
  return (void *)sum;
}
int main(void) {
  assert((long)node((void *)1) == N - 1);
  return 0;
}
