/* A bug of known depth: D - 1 of N threads must come into the window that
 * thread 0 opens for two of its steps, one after the other, which is D ordering
 * constraints and no fewer.  Every thread has K steps before and after that
 * decide nothing.  `make bench-depth` builds it with -D. */
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>

#ifndef N
#define N 10
#endif
#ifndef D
#define D 3
#endif
#ifndef K
#define K 5
#endif

static atomic_int x;
static atomic_int own[N];

static void idle(int i) {
  for (int k = 0; k < K; k++)
    own[i] = k;
}

static void *run(void *p) {
  int i = (int)(intptr_t)p;
  idle(i);
  if (i == 0) {
    x = 1;
    int seen = x;
    assert(seen != D);
    x = 0;
  } else if (i < D) {
    if (x == i)
      x = i + 1;
  }
  idle(i);
  return 0;
}

int main(void) {
  pthread_t t[N];
  for (intptr_t i = 0; i < N; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
  return 0;
}
