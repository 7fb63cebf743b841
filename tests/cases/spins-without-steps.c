// must: with --time 5: ends within 6 s and says which thread spins where
// expect: incomplete
// options: -t 2
// only: optimal
#include <pthread.h>
static void *spin(void *a) { volatile int n = 0; for (;;) n++; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, spin, 0); pthread_join(t, 0); return 0; }
