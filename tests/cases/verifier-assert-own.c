// must: no failure: the program's own function of that name is meant
// expect: holds
#include <pthread.h>
#include <stdatomic.h>
static atomic_int n;
void __VERIFIER_assert(int condition) { (void)condition; }
static void *add(void *unused) {
  n++;
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, add, NULL);
  __VERIFIER_assert(n == 0);
  pthread_join(t, NULL);
  return 0;
}
