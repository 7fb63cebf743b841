// must: data race: relaxed accesses order nothing
// expect: violated race
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int data; static atomic_int f;
static void *a(void *u) { data = 42; atomic_store_explicit(&f, 1, memory_order_relaxed); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, a, 0); while (!atomic_load_explicit(&f, memory_order_relaxed));  assert(data == 42); pthread_join(t, 0); return 0; }
