// must: the assertion fails: the thread may have ended
// expect: violated assertion
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *f(void *u) { x = 1; return u; }
int main(void) { pthread_t a; pthread_create(&a, 0, f, 0);
 int r = pthread_tryjoin_np(a, 0);
 assert(r != 0);
 return 0; }
