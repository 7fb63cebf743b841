// must: the assertion of SV-COMP's programs fails, where the program only declares it
// expect: violated assertion
#include <pthread.h>
#include <stdatomic.h>
void __VERIFIER_assert(int condition);
static atomic_int n;
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
