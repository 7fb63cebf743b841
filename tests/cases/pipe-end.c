// must: when both writers have closed, and not before, the reader comes to the end
// expect: holds
#include <assert.h>
#include <pthread.h>
#include <unistd.h>
static int ends[2], more;
static void *put(void *end) {
  int *e = end;
  assert(write(*e, "a", 1) == 1);
  assert(close(*e) == 0);
  return NULL;
}
int main(void) {
  pthread_t t, u;
  char c[4];
  ssize_t n, sum = 0;
  pipe(ends);
  more = dup(ends[1]);
  pthread_create(&t, NULL, put, &ends[1]);
  pthread_create(&u, NULL, put, &more);
  while ((n = read(ends[0], c, sizeof c)) > 0)
    sum += n;
  assert(n == 0 && sum == 2);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  return 0;
}
