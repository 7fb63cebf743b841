/* What the families of known depth share: N threads, of which D or D + 1 decide
 * (order.c, window.c say how), each with K steps before and after that decide
 * nothing.  `make bench-depth` gives N, D and K by -D. */
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

static void decide(int i);

static atomic_int own[N];

static void idle(int i) {
  for (int k = 0; k < K; k++)
    own[i] = k;
}

static void *run(void *p) {
  int i = (int)(intptr_t)p;
  idle(i);
  decide(i);
  idle(i);
  return 0;
}

static void run_all(void) {
  pthread_t t[N];
  for (intptr_t i = 0; i < N; i++)
    pthread_create(&t[i], 0, run, (void *)i);
  for (int i = 0; i < N; i++)
    pthread_join(t[i], 0);
}
