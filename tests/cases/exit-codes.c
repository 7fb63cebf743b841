// must: exit codes 1 and 7 are two findings
// expect: violated exit
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int x;
static void *b(void *u) { atomic_exchange(&x, 2); return u; }
static void *a(void *u) { (void)u; return (void *)(long)atomic_fetch_add(&x, 2); }
int main(void) {
  pthread_t ta, tb;
  void *v;
  pthread_create(&ta, NULL, a, NULL);
  pthread_create(&tb, NULL, b, NULL);
  pthread_join(ta, &v);
  return 1 + 3 * (int)(long)v;
}
